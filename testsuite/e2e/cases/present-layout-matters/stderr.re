does not crash when it is laid out
