"""What the kinds of fairies are called, and how tokens are marked in text."""

KIND_NAMES = ("flower", "dew", "leaf", "bell", "cap", "moon", "star")  # 0 is the flower, else the face of the die
KIND_MARKS = "*123456"
SEAT_MARKS = "@#$%&+"  # a token of each seat
