^clang-hdd: error: kept is a damaged crash bundle \(bundle\.json: .*\); build again to get a new one$
