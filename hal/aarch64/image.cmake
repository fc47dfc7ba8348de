# The image (ELF), and <image>.bin, which begins with the header that `booti`, the Raspberry Pi's firmware and emulators
# read; <image>.uimage for `bootm`.
set(PONTOON_MKIMAGE_ARCH arm64)
include(${CMAKE_CURRENT_LIST_DIR}/../bare64/image.cmake)
