error: another process is at work on input.hdd; wait for its end
