"""What organisers do: each action once, for the command and for the desk of the live site."""
