set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
pontoon_compiler(i686-linux-gnu- "Debian's package is gcc-i686-linux-gnu")
