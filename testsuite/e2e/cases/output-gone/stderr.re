cannot write out/small.c
