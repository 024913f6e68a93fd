"""Secrets have a kind and a date, so that what opens one's seats can be listed. All of before count as devices."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Add both."""
    op.add_column("secrets", sa.Column("kind", sa.Text, nullable=False, server_default="device"))
    op.add_column("secrets", sa.Column("made", sa.BigInteger, nullable=False, server_default="0"))
