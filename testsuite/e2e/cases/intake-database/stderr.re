note: src/x.c has 2 commands in build/compile_commands.json; number 2 is taken
