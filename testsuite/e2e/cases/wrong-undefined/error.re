about input.c, which may have undefined behaviour
