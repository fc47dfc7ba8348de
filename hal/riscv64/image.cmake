# The image (ELF), and <image>.bin, which begins with the header that `booti` reads; <image>.uimage for `bootm`.
set(PONTOON_MKIMAGE_ARCH riscv)
include(${CMAKE_CURRENT_LIST_DIR}/../bare64/image.cmake)
