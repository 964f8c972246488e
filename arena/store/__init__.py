"""The data of a competition: records in files, and a database with teams and a list of games."""
