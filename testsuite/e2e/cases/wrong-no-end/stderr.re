^property +no end instead of exit status 0
