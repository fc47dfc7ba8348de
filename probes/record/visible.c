/* Tells characters that a terminal may get from those that would command it. */
#include "visible.h"
#include <stdbool.h>
#include <stdint.h>

/* Returns the length that the first byte of a character announces: 0 if none begins so. */
static unsigned announced_length(unsigned char first)
{
    return first < 0x80                    ? 1
           : first >= 0xC2 && first < 0xE0 ? 2
           : first >= 0xE0 && first < 0xF0 ? 3
           : first >= 0xF0 && first < 0xF5 ? 4
                                           : 0;
}

/* Reads a character of LENGTH > 1 bytes into *CODE. Returns false if these bytes are none. */
static bool read_utf8(const char *bytes, unsigned length, uint32_t *code)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };

    *code = (unsigned char)bytes[0] & (0x7Fu >> length);
    for (unsigned i = 1; i < length; i++) {
        if (((unsigned char)bytes[i] & 0xC0) != 0x80)
            return false;
        *code = *code << 6 | ((unsigned char)bytes[i] & 0x3F);
    }
    return *code >= least[length] && *code <= 0x10FFFF && (*code < 0xD800 || *code > 0xDFFF);
}

/* Returns true if CODE, beyond ASCII, moves or turns what a terminal shows. */
static bool is_command(uint32_t code)
{
    return code < 0xA0 || code == 0x061C || code == 0x200E || code == 0x200F ||
           (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

unsigned visible_length(const char *bytes, size_t n)
{
    unsigned char first = (unsigned char)bytes[0];
    unsigned length = announced_length(first);
    uint32_t code;

    if (length == 1)
        return first >= ' ' && first < 0x7F;
    if (length == 0 || length > n || !read_utf8(bytes, length, &code))
        return 0;
    return is_command(code) ? 0 : length;
}

/* Writes BYTE as \xNN. */
static void put_hex(char to[VISIBLE_BYTES], unsigned char byte)
{
    static const char digits[] = "0123456789abcdef";

    to[0] = '\\';
    to[1] = 'x';
    to[2] = digits[byte >> 4];
    to[3] = digits[byte & 0xF];
}

size_t visible_text(char *text, size_t room, const char *bytes, size_t n)
{
    size_t at = 0, used = 0;

    while (used < n) {
        unsigned length = visible_length(bytes + used, n - used);
        unsigned wants = length > 0 ? length : VISIBLE_BYTES;

        if (at + wants >= room)
            break;
        if (length == 0)
            put_hex(text + at, (unsigned char)bytes[used]);
        for (unsigned i = 0; i < length; i++)
            text[at + i] = bytes[used + i];
        at += wants;
        used += length > 0 ? length : 1;
    }
    text[at] = '\0';
    return at;
}
