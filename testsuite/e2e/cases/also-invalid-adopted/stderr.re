^also errors +none was found
^tokens +[0-9]+ +3$
