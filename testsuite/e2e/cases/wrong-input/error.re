input.c reads its standard input; give it with --run './a.out <FILE'
