"""Files that people name on the command line. Options never open any: whoever reads one hands its text over."""

from __future__ import annotations

from pathlib import Path

from fairyring.core.errors import DataError
from fairyring.core.options import FileText


def read_file_text(path: str) -> FileText:
    """The name of a file with its text, or a DataError in one sentence."""
    file = Path(path)
    try:
        return FileText.of(file.name, file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError(f"There is no file {path}.") from None
    except UnicodeDecodeError:
        raise DataError(f"{path} cannot be read as text: it is not UTF-8.") from None
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}.") from error
