/* hold_decoded ISA: holds the decoder to what another tool says of instructions. Each line of
 * standard input is BYTES THUMB LOADS STORES END REGISTER TEXT: bytes in hexadecimal, whether it is
 * Thumb code (0, 1), whether it loads and stores (0, 1), its enum signature_end, and a register
 * that it writes; "-" where the tool does not say. Prints what differs, and how many did. Status 1:
 * a line differed, too few were read, or more than 1 in 100 were not known. */
#include "profile/decode/decode.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 20, FEWEST = 300 };

struct said {
    char bytes[64], loads[4], stores[4], end[4], written[8], text[200];
    unsigned thumb;
};

static bool agrees(const char *said, unsigned is)
{
    return strcmp(said, "-") == 0 || (unsigned)atoi(said) == is;
}

static bool writes(const struct signature_instruction *at, const char *said)
{
    bool found = strcmp(said, "-") == 0;

    for (unsigned i = 0; i < at->n_writes; i++)
        found = found || at->writes[i] == (unsigned)atoi(said);
    return found;
}

static void take_bytes(struct signature_instruction *at, const struct said *s)
{
    unsigned byte;

    *at = (struct signature_instruction){ .address = 0x10000 + s->thumb };
    for (const char *p = s->bytes; at->length < SIGNATURE_BYTES && sscanf(p, "%2x", &byte) == 1;
         p += 2)
        at->bytes[at->length++] = (uint8_t)byte;
}

/* What of AT is not as S says; NULL: all is. */
static const char *difference(const struct signature_instruction *at, const struct said *s)
{
    if (!agrees(s->loads, at->loads > 0))
        return "loads";
    if (!agrees(s->stores, at->stores > 0))
        return "stores";
    if (!agrees(s->end, at->end))
        return "end";
    return writes(at, s->written) ? NULL : "written";
}

int main(int argc, char **argv)
{
    struct decoder *d = argc > 1 ? decoder_new(argv[1]) : NULL;
    unsigned n = 0, unknown = 0, differ = 0;
    struct said s;

    if (d == NULL)
        return 77;
    while (scanf("%63s %u %3s %3s %3s %7s %199[^\n]", s.bytes, &s.thumb, s.loads, s.stores, s.end,
                 s.written, s.text) == 7) {
        struct signature_instruction at;
        take_bytes(&at, &s);
        n++;
        if (!decode(d, &at)) {
            unknown++;
            continue;
        }
        const char *what = difference(&at, &s);
        if (what != NULL && differ++ < SHOWN)
            printf("%s %s: %s: %s\n", argv[1], s.bytes, what, s.text);
    }
    decoder_free(d);
    printf("%s: %u instructions, %u differ, %u are not known\n", argv[1], n, differ, unknown);
    return differ > 0 || n < FEWEST || unknown * 100 > n;
}
