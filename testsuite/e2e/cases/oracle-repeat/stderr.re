note: the same text is given different answers
tests gave different answers
