"""The steps, one a file. Once released a step is never changed."""
