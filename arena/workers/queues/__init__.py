"""Machines from the queue of a computing centre: Slurm, PBS, SGE or LSF."""
