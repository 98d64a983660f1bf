warning: cannot open input.hdd/lock: Not a directory; going on without a journal
