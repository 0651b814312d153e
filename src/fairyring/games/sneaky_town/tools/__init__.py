"""Tools of Sneaky Town: fit the likelihood of an opponent's actions."""
