"""What alembic runs for each command: our migrations, over the connection that it was given."""

from alembic import context

from ludotheque.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
