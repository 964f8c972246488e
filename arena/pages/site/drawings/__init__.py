"""Small SVG drawings: intervals, lines and bars, and charts of shares over games."""
