"""Rules of thumb of the house bots for French Tarot, one module for each decision."""
