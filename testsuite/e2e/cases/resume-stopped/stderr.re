stopped after 3 tests
stopped before it had caught up
complete already; its result is small.c$
