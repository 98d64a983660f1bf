# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What cpack needs for Debian packages. Without the first it makes none, without
# the second one that depends on nothing, and says so in passing.
if(CPACK_GENERATOR STREQUAL "DEB")
  foreach(program file dpkg-shlibdeps)
    find_program(path_of_${program} ${program})
    if(NOT path_of_${program})
      message(FATAL_ERROR "${program} is missing: apt-get install file dpkg-dev")
    endif()
  endforeach()
endif()
