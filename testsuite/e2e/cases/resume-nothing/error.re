error: there is no journal in input.hdd; start without --resume
