input\.c.*execut
