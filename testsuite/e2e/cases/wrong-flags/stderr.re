reproduce .* -O2 
