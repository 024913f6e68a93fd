"""Passphrases, by which guests with a handle come back on another device."""

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "passphrases",
        sa.Column("guest_id", sa.Text, sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
