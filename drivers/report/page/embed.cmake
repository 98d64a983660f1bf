# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes the files of this folder as C arrays, with the hashes that the page's
# policy wants. The scripts are joined in the order below. CMake has no base64,
# so the digits of SHA-256 are translated here, three at a time into two.
# Usage: cmake -D OUT=FILE -P embed.cmake
cmake_minimum_required(VERSION 3.22)
set(scripts base lexer diff texts stepper plot chart main)
set(alphabet ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)

file(READ ${CMAKE_CURRENT_LIST_DIR}/page.html html)
file(READ ${CMAKE_CURRENT_LIST_DIR}/page.css css)
foreach(script ${scripts})
  file(READ ${CMAKE_CURRENT_LIST_DIR}/${script}.js text)
  string(APPEND js "${text}")
endforeach()

set(code "/* Made by embed.cmake. */\n#include \"report/page_files.h\"\n")
foreach(part html css js)
  string(HEX "${${part}}" hex)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  string(APPEND code "const char page_${part}[] = {${bytes}0};\n")
endforeach()

foreach(part css js)
  string(SHA256 digits "${${part}}")
  set(hash "")
  foreach(at RANGE 0 60 3)
    string(SUBSTRING ${digits} ${at} 3 three)
    math(EXPR first "0x${three} >> 6")
    math(EXPR second "0x${three} & 63")
    string(SUBSTRING ${alphabet} ${first} 1 first)
    string(SUBSTRING ${alphabet} ${second} 1 second)
    string(APPEND hash ${first}${second})
  endforeach()
  string(SUBSTRING ${digits} 63 1 last)
  math(EXPR last "0x${last} << 2")
  string(SUBSTRING ${alphabet} ${last} 1 last)
  string(APPEND code "const char page_${part}_hash[] = \"${hash}${last}=\";\n")
endforeach()
file(WRITE ${OUT} "${code}")
