with the files in place of their #include
