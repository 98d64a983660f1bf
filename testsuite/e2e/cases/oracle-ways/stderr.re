the process that its driver starts and the command itself give different answers
