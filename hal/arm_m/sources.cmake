# Functions that are alike must not become one, as each has a place of its own.
set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/placed.c APPEND PROPERTY COMPILE_OPTIONS -O2 -fno-ipa-icf -fno-lto)
