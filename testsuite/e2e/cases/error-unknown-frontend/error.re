klang.*clang
