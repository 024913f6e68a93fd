"""The day's draws: the sealed list, the tries at them, and the handles of guests who want to be ranked."""

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Add all three tables."""
    op.create_table(
        "draws",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("previous", sa.Text, nullable=False),
        sa.Column("link", sa.Text, nullable=False),
        sa.Column("sealed", sa.BigInteger, nullable=False),
        sa.Column("boards", sa.Text),
        sa.Column("claimed", sa.BigInteger, nullable=False, server_default="0"),
        sa.UniqueConstraint("game", "previous"),
    )
    op.create_table(
        "tries",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("guest_id", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, nullable=False, unique=True),
        sa.Column("ranked", sa.Boolean, nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("review", sa.Text),
        sa.Column("claimed", sa.BigInteger, nullable=False, server_default="0"),
    )
    op.create_index("tries_by_guest", "tries", ["guest_id"])
    op.create_table(
        "handles",
        sa.Column("guest_id", sa.Text, primary_key=True),
        sa.Column("handle", sa.Text, nullable=False),
        sa.Column("skeleton", sa.Text, nullable=False, unique=True),
    )
