warning: most of what looks for undefined behaviour cannot be asked: gcc.* -O1 does not build input.c: line 2:2: error: #error not given
