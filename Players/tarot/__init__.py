"""The rules of thumb of the house's bots for French Tarot, one module for each decision."""
