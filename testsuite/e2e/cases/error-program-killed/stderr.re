[Kk]illed|signal 9|SIGKILL
