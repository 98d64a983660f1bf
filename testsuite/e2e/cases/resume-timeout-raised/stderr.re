complete already
