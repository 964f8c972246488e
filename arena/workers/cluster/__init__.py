"""The engine that works on many machines, with dask.distributed. Only `--on` imports it."""
