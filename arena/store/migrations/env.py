"""The script that Alembic runs for every migration, on the connection that it is given."""

from alembic import context

from arena.store.tables import SCHEMA, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=SCHEMA,
)
with context.begin_transaction():
    context.run_migrations()
