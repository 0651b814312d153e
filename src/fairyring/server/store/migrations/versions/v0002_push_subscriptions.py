"""Push subscriptions of guests."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "push_subscription",
        sa.Column("table_id", sa.String(64), primary_key=True),
        sa.Column("guest", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(128), nullable=False),
        sa.Column("auth", sa.String(64), nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("notified", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
