input.c does the same whatever builds it: exit status 0$
