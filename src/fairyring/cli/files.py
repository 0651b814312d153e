"""Files that people name on the command line. Options never open any: whoever reads one hands its text over."""

from __future__ import annotations

from pathlib import Path

from fairyring.core.errors import DataError
from fairyring.core.game.options import FileText

MOST = 1 << 20  # bytes; a deck or a board has a few thousand


def read_file_text(path: str) -> FileText:
    """The name of a file with its text, or a DataError in one sentence."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(MOST + 1)
        if len(data) > MOST:
            raise DataError(f"{path} is no deck or board: it has more than {MOST >> 20} megabyte.")
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
        return FileText.of(Path(path).name, text)
    except FileNotFoundError:
        raise DataError(f"There is no file {path}.") from None
    except UnicodeDecodeError:
        raise DataError(f"{path} cannot be read as text: it is not UTF-8.") from None
    except (OSError, ValueError) as error:
        raise DataError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}.") from error
