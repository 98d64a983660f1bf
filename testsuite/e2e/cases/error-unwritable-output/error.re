cannot write /no-such-folder/out\.c: .*; name another with -o$
