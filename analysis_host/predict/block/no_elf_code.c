/* A build without libelf reads no object files. */
#include "elf_code.h"
#include "predict/say.h"

int elf_code(struct block_code *c, uint8_t *bytes, size_t n, const char *isa, const char *symbol)
{
    (void)bytes;
    (void)n;
    (void)isa;
    (void)symbol;
    return say(SAY_USAGE, c->name, "this build has no libelf: build it again with libelf-dev");
}
