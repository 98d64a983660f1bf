empty\.c.*empty
