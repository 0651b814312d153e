"""The compiled host: the very same rules under numba, on NumPy records. Nothing else imports numba."""
