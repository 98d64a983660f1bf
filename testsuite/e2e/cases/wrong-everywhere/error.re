input.c fails whatever builds it: SIGABRT$
