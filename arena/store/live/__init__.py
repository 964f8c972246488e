"""The rows of the live site: a module of functions on the database for each subject."""
