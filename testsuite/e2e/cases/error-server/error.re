name the machine where gearmand runs, as HOST or HOST:PORT
