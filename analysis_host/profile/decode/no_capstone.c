/* A build without capstone knows no x86 and no ARM. */
#include "decoders.h"
#include <stddef.h>

struct engines *engines_new(enum signature_isa isa)
{
    (void)isa;
    return NULL;
}

void engines_free(struct engines *e)
{
    (void)e;
}

bool engines_decode(struct engines *e, struct signature_instruction *at)
{
    (void)e, (void)at;
    return false;
}

size_t engines_text(struct engines *e, const uint8_t *bytes, size_t n, uint64_t address, char *text)
{
    (void)e;
    (void)bytes;
    (void)n;
    (void)address;
    (void)text;
    return 0;
}
