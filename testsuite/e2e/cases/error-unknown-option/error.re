tset.*--test
