"""The script that Alembic runs for every migration, on the connection and in the transaction that
it gets."""

from alembic import context

from arena.store.tables import SCHEMA, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=SCHEMA,
)
with context.begin_transaction():
    context.run_migrations()
