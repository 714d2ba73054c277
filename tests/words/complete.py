import re

LEFT_OPEN = re.compile(r"[%{}_]|None|True|False")


def is_complete(sentence: str) -> bool:
    return bool(sentence.strip()) and LEFT_OPEN.search(sentence) is None
