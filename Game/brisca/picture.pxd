# No types. Compiled as it is, the module draws large sites faster.
