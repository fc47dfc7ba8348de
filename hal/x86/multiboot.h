/* A multiboot loader's hand-over. */
#ifndef X86_MULTIBOOT_H
#define X86_MULTIBOOT_H

#include <stdint.h>

/* Handed over by a multiboot loader (GRUB, QEMU): Multiboot Specification 0.6.96, section 3.3. */

struct multiboot {
    const char *command_line; /* the loader's memory; "" when it gave none. Its first word is the
                               * image's name. */
    uint64_t memory_end;      /* of the RAM that the image lies in, bytes; 0: unknown */
};

/* Fills *BOOT from what EAX (MAGIC) and EBX (INFO) held at the image's entry. 0, or -1 when MAGIC
 * is not a multiboot loader's; *BOOT then says nothing. IMAGE is an address inside the image. */
int x86_multiboot_read(struct multiboot *boot, uint32_t magic, uint32_t info, uintptr_t image);

#endif
