"""How long a bot may take for each step, and how often it is restarted."""

LOADING = 2.0  # seconds to run the bot's file and its constructor, in every game
TOO_LONG = f"its file and constructor took more than {LOADING:g} s"
COMPILING = 20.0  # seconds to compile the file, once, and to send it
GRACE = 0.01  # seconds that the wire may take beyond the budget
WAKING = 0.015  # seconds for a bot to notice that its time is up, before it is killed
DUMPING = 0.2  # seconds to find the line of a bot that does not notice it
STARVING = 60.0  # seconds that these steps may take while the bot gets no core
HOUR = 3600.0  # seconds for each answer if the game has no clock
RESTARTS = 3  # of a bot that died in one game
