"""Reading of files that are named on the command line. Options never open files; they get the text."""

from __future__ import annotations

from pathlib import Path

from fairyring.core.errors import DataError
from fairyring.core.game.options import FileText

MAX_BYTES = 1 << 20  # a deck or a board has a few thousand


def read_file_text(path: str) -> FileText:
    """Return the name of a file with its text. Raises DataError if it cannot be read, is too big, or is not UTF-8."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise DataError(f"{path} is no deck or board: it has more than {MAX_BYTES >> 20} megabyte.")
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
        return FileText.of(Path(path).name, text)
    except FileNotFoundError:
        raise DataError(f"There is no file {path}.") from None
    except UnicodeDecodeError:
        raise DataError(f"{path} cannot be read as text: it is not UTF-8.") from None
    except (OSError, ValueError) as error:
        raise DataError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}.") from error
