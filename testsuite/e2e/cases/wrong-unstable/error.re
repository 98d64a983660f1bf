input.c does something else when it is run again$
