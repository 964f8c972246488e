"""The data of a competition: its records, in files, and the database that finds them again."""
