input.c fails whatever builds it: no end$
