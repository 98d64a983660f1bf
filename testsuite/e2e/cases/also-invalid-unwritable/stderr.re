^clang-hdd: error: cannot write input\.hdd/invalid\.c: 
^also clean .*input\.hdd/clean\.c$
^also errors +not finished, [0-9]+ tests$
