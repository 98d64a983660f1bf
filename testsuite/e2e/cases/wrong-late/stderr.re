^property +a failure instead of exit status 0
