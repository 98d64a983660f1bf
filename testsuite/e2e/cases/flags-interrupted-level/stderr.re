^reduced flags -O1 -fpass -fbad -target old 
