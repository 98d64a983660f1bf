exit status 0 with another line of output or a failure
refused .* by 
&& ./a.out
