/no-such-folder
