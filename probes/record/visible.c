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

/* Code points that are shown as bytes. Controls; soft hyphen; Arabic letter mark; Mongolian vowel
 * separator; widthless ones, marks, embeddings and overrides of direction; line and paragraph
 * separator; joiners and isolates; byte order mark; annotations; tags (Unicode 15, 23 and UAX 9).
 */
static const struct {
    uint32_t first, last;
} hidden[] = {
    { 0, 0x1F },        { 0x7F, 0x9F },     { 0xAD, 0xAD },       { 0x61C, 0x61C },
    { 0x180E, 0x180E }, { 0x200B, 0x200F }, { 0x2028, 0x202E },   { 0x2060, 0x206F },
    { 0xFEFF, 0xFEFF }, { 0xFFF9, 0xFFFB }, { 0xE0000, 0xE0FFF },
};

static bool is_hidden(uint32_t code)
{
    for (unsigned i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
        if (code >= hidden[i].first && code <= hidden[i].last)
            return true;
    return false;
}

unsigned visible_character(const char *bytes, size_t n, uint32_t *code)
{
    unsigned length = announced_length((unsigned char)bytes[0]);

    *code = (unsigned char)bytes[0];
    return length > n || (length > 1 && !read_utf8(bytes, length, code)) ? 0 : length;
}

unsigned visible_length(const char *bytes, size_t n)
{
    uint32_t code;
    unsigned length = visible_character(bytes, n, &code);

    return is_hidden(code) ? 0 : length;
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
