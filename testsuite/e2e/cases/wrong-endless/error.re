input\.c does not end in 10 s of CPU time, or prints more than 1 MiB, when 
