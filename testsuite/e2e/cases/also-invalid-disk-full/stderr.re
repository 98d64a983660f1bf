^clang-hdd: error: cannot write input\.hdd/clean\.c: No space left.*; make room
^also clean +not finished, 
