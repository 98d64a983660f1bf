^also errors +none was found, [0-9]+ tests$
