"""`python -m fairyring.generate`: write all generated files."""

from fairyring.generate.games import main

main()
