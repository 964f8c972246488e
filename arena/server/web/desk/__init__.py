"""The organisers' desk: one page, from which the whole event is steered (decision 58)."""
