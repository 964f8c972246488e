# There are no types here. Compiling the module is enough to draw large sites faster.
