# What is made of a linked image.
include(${CMAKE_CURRENT_LIST_DIR}/../x86/image.cmake)

# Multiboot loaders take 32-bit ELF files only; all addresses are below 4 GiB.
add_custom_command(TARGET ${image} POST_BUILD COMMAND
                   ${CMAKE_OBJCOPY} -O elf32-i386 $<TARGET_FILE:${image}> $<TARGET_FILE:${image}>.elf32)
