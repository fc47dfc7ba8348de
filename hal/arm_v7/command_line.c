/* Finds the command line: semihosting, ATAGs, or the words of `go`. */
#include "command_line.h"
#include "needs.h"
#include "semihost.h"

enum { LINE_BYTES = 512 };

static char line[LINE_BYTES];

/* Returns whether N bytes at ADDRESS are words in memory. Emulators leave anything in the
 * registers. */
static bool in_ram(uintptr_t address, size_t n)
{
    return address % 4 == 0 && address != 0 && address >= board.ram.start &&
           address - board.ram.start <= board.ram.size_bytes - n;
}

static const char *behind_first_word(const char *text)
{
    while (*text && *text != ' ')
        text++;
    return text;
}

static const char *kept(const char *text)
{
    size_t n = 0;

    for (; text[n] && n + 1 < LINE_BYTES; n++)
        line[n] = text[n];
    line[n] = '\0';
    return line;
}

/* Source: Linux, Documentation/arm/booting.rst, and arch/arm/include/uapi/asm/setup.h for the tags:
 * a size in words, a type, what belongs to it; one of type 0 ends the list. */
static const char *from_tags(const uint32_t *tag)
{
    enum { CORE = 0x54410001, COMMAND_LINE = 0x54410009, HEADER_WORDS = 2, MOST_TAGS = 64 };

    if (tag[1] != CORE)
        return NULL;
    for (unsigned i = 0; i < MOST_TAGS && tag[1] != 0 && tag[0] >= HEADER_WORDS; i++) {
        if (!in_ram((uintptr_t)tag, tag[0] * 4))
            return NULL;
        if (tag[1] == COMMAND_LINE)
            return kept((const char *)(tag + HEADER_WORDS));
        tag += tag[0];
    }
    return NULL;
}

/* Returns the words after the first, which is the address that `go` was told, joined by blanks. */
static const char *from_words(unsigned argc, char *const *argv)
{
    size_t n = 0;

    for (unsigned i = 1; i < argc; i++) {
        for (const char *c = argv[i]; *c && n + 2 < LINE_BYTES; c++)
            line[n++] = *c;
        line[n++] = ' ';
        if (n + 2 >= LINE_BYTES)
            break;
    }
    line[n] = '\0';
    return line;
}

const char *command_line(uintptr_t r0, uintptr_t r1, uintptr_t r2)
{
    enum { MOST_WORDS = 64 };

    if (semihost_command_line(line, sizeof line) == 0)
        return behind_first_word(line);
    if (r0 == 0 && in_ram(r2, 8))
        return from_tags((const uint32_t *)r2);
    if (r0 > 1 && r0 <= MOST_WORDS && in_ram(r1, r0 * sizeof(char *)))
        return from_words(r0, (char *const *)r1);
    return NULL;
}
