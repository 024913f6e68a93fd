"""Guests can be banned for a time, and commands of the host notify the process that serves a SQLite file."""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Add both."""
    op.add_column("guests", sa.Column("banned_until", sa.BigInteger, nullable=False, server_default="0"))
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("message", sa.Text, nullable=False),
    )
