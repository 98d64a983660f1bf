folder\.c.*director
