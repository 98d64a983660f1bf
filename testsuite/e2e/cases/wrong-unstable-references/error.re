input.c does something else when it is run again: prints "[0-9]*", not "[0-9]*"$
