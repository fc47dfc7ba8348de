# Code that is copied is as its order in the file says, and jumps where it is written to call.
set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/region_code.c APPEND PROPERTY COMPILE_OPTIONS
             -O2 -fno-toplevel-reorder -fno-stack-protector -fno-lto)
