exit status 0 with another line of output
refused .* by 
&& ./a.out
