gcc -O2 input.c does not build input.c: .*error: 
