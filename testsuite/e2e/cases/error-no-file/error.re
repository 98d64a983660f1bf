file
