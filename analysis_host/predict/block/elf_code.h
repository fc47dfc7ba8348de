/* The code of a symbol, or of the only section with code, of an object file. */
#ifndef ELF_CODE_H
#define ELF_CODE_H

#include "block.h"

/* Fills C, whose name is set, from the N bytes of an ELF file for ISA. Returns 0; or an exit status
 * of predict after a message: the file is for another ISA, is damaged, or has no SYMBOL. BYTES are
 * libelf's to change. */
int elf_code(struct block_code *c, uint8_t *bytes, size_t n, const char *isa, const char *symbol);

#endif
