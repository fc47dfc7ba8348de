/* Which decoder an ISA has, and what all of them leave to the bytes of a branch. */
#include "decode.h"
#include "decoders.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct decoder {
    enum signature_isa isa;
    struct engines *engines; /* NULL: its own */
};

struct decoder *decoder_new(const char *name)
{
    struct decoder *d = calloc(1, sizeof *d);

    if (!d)
        return NULL;
    d->isa = isa_called(name);
    d->engines = d->isa == ISA_RISCV64 ? NULL : engines_new(d->isa);
    if (d->engines || d->isa == ISA_RISCV64)
        return d;
    free(d);
    return NULL;
}

void decoder_free(struct decoder *d)
{
    if (d->engines)
        engines_free(d->engines);
    free(d);
}

/* What a branch is stands in its bytes. */
static void take_end(struct signature_instruction *at, const struct instruction_end *e)
{
    static const uint8_t ops[SIGNATURE_ENDS] = {
        [END_CONDITIONAL] = OP_BRANCH, [END_JUMP] = OP_BRANCH,        [END_INDIRECT] = OP_BRANCH,
        [END_CALL] = OP_CALL,          [END_CALL_INDIRECT] = OP_CALL, [END_RETURN] = OP_BRANCH,
        [END_SYSCALL] = OP_SYSCALL,
    };

    at->end = (uint8_t)e->end;
    if (e->end != END_CUT)
        at->op = ops[e->end];
    else if (e->repeats)
        at->op = OP_REPEAT;
}

bool decode(struct decoder *d, struct signature_instruction *at)
{
    struct signature_instruction plain = { .address = at->address,
                                           .length = at->length,
                                           .op = OP_OTHER };
    bool thumb = d->isa == ISA_ARM && at->address & 1;
    struct instruction_end e = instruction_end(thumb ? ISA_THUMB : d->isa, at->bytes, at->length);

    memcpy(plain.bytes, at->bytes, sizeof plain.bytes);
    *at = plain;
    bool known = d->isa == ISA_RISCV64 ? decode_riscv(at) : engines_decode(d->engines, at);
    if (!known)
        *at = plain;
    take_end(at, &e);
    return known;
}

size_t decode_text(struct decoder *d, const uint8_t *bytes, size_t n, uint64_t address, char *text)
{
    if (d->engines)
        return engines_text(d->engines, bytes, n, address, text);
    size_t length = n >= 2 && (bytes[0] & 3) == 3 ? 4 : 2; /* RISC-V, section 1.5: 16 or 32 bits */

    if (n < length)
        return 0;
    for (size_t i = 0; i < length; i++) /* the last byte first: as its manual writes them */
        snprintf(text + 2 * i, 3, "%02x", bytes[length - 1 - i]);
    return length;
}
