front end clang took more than [0-9.]* s on this text; balanced tokens are used
