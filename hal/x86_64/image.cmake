target_link_options(probes PRIVATE -L ${CMAKE_CURRENT_LIST_DIR}/../x86) # for the INCLUDE in link.ld

# Multiboot loaders take 32-bit ELF files only, and addresses are all below 4 GiB: the image is one, and
# probes.elf64 beside it is for debuggers.
add_custom_command(TARGET probes POST_BUILD
                   COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:probes> $<TARGET_FILE:probes>.elf64
                   COMMAND ${CMAKE_OBJCOPY} -O elf32-i386 $<TARGET_FILE:probes>.elf64 $<TARGET_FILE:probes>)
