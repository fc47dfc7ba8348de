/* Puts short texts together without a C library. */
#include "bare.h"

static void add(struct bare_text *t, char c)
{
    if (t->n + 1 < sizeof t->text)
        t->text[t->n++] = c;
}

void bare_text_add(struct bare_text *t, const char *text)
{
    for (; *text; text++)
        add(t, *text);
}

void bare_text_number(struct bare_text *t, uint64_t value)
{
    uint64_t power = 1;

    while (power <= UINT64_MAX / 10 && power * 10 <= value)
        power *= 10;
    for (; power > 0; power /= 10) {
        char digit = '0';

        for (; value >= power; value -= power)
            digit++;
        add(t, digit);
    }
}

void bare_text_hex(struct bare_text *t, uint64_t value)
{
    unsigned shift = 60;

    while (shift > 0 && value >> shift == 0)
        shift -= 4;
    bare_text_add(t, "0x");
    for (;; shift -= 4) {
        add(t, "0123456789abcdef"[(value >> shift) & 15]);
        if (shift == 0)
            break;
    }
}
