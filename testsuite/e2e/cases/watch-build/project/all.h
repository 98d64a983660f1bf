extern int other(int);
