"""What a competition keeps: its records, in files, and the database that finds them again."""
