/* Engines of capstone, one for each mode of an ISA. */
#include "decode.h"
#include "decoders.h"
#include <capstone.h>
#include <stdio.h>
#include <stdlib.h>

struct engines {
    enum signature_isa isa;
    bool open[2];
    csh engine[2]; /* the second for Thumb */
    cs_insn *insn;
};

static bool open_engine(struct engines *d, unsigned i, cs_arch arch, cs_mode mode)
{
    if (cs_open(arch, mode, &d->engine[i]) != CS_ERR_OK)
        return false;
    d->open[i] = true;
    cs_option(d->engine[i], CS_OPT_DETAIL, CS_OPT_ON);
    if (!d->insn)
        d->insn = cs_malloc(d->engine[i]);
    return d->insn != NULL;
}

static bool open_engines(struct engines *d)
{
    switch (d->isa) {
    case ISA_X86_64:
        return open_engine(d, 0, CS_ARCH_X86, CS_MODE_64);
    case ISA_I386:
        return open_engine(d, 0, CS_ARCH_X86, CS_MODE_32);
    case ISA_AARCH64:
        return open_engine(d, 0, CS_ARCH_ARM64, CS_MODE_ARM);
    case ISA_ARM:
        return open_engine(d, 0, CS_ARCH_ARM, CS_MODE_ARM) &&
               open_engine(d, 1, CS_ARCH_ARM, CS_MODE_THUMB);
    default:
        return false;
    }
}

struct engines *engines_new(enum signature_isa isa)
{
    struct engines *d = calloc(1, sizeof *d);

    if (!d)
        return NULL;
    d->isa = isa;
    if (open_engines(d))
        return d;
    engines_free(d);
    return NULL;
}

void engines_free(struct engines *d)
{
    if (d->insn)
        cs_free(d->insn, 1);
    for (unsigned i = 0; i < 2; i++)
        if (d->open[i])
            cs_close(&d->engine[i]);
    free(d);
}

bool engines_decode(struct engines *d, struct signature_instruction *at)
{
    unsigned thumb = d->isa == ISA_ARM && at->address & 1;
    const uint8_t *bytes = at->bytes;
    size_t n = at->length;
    uint64_t address = at->address & ~(uint64_t)thumb;

    if (!cs_disasm_iter(d->engine[thumb], &bytes, &n, &address, d->insn) || n != 0)
        return false;
    switch (d->isa) {
    case ISA_X86_64:
    case ISA_I386:
        return decode_x86(d->engine[0], d->insn, at);
    case ISA_AARCH64:
        return decode_arm64(d->engine[0], d->insn, at);
    default:
        return decode_arm(d->engine[thumb], d->insn, at);
    }
}

size_t engines_text(struct engines *d, const uint8_t *bytes, size_t n, uint64_t address, char *text)
{
    unsigned thumb = d->isa == ISA_ARM && address & 1;

    address &= ~(uint64_t)thumb;
    if (!cs_disasm_iter(d->engine[thumb], &bytes, &n, &address, d->insn))
        return 0;
    snprintf(text, DECODED_TEXT, "%s%s%s", d->insn->mnemonic, d->insn->op_str[0] != 0 ? " " : "",
             d->insn->op_str);
    return d->insn->size;
}
