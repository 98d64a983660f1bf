^clang-hdd: error: main\.sh does not crash sh \(exit status 1; a test lacks lib\.sh: name all files that it reads, clang-hdd main\.sh lib\.sh -- sh\); it said:$
^  cat: lib\.sh: No such file or directory$
^  1$
^  2$
^  3$
^  4$
^  5$
