/* Source: Linux, Documentation/arm/booting.rst, and arch/arm/include/uapi/asm/setup.h: a size in
 * words, a type, what belongs to it; one of type 0 ends the list. */
#include "tags.h"

enum { CORE = 0x54410001, MEMORY = 0x54410002, COMMAND_LINE = 0x54410009, HEADER_WORDS = 2 };

static void add_memory(struct board_facts *facts, const uint32_t *tag)
{
    uint64_t start = tag[3], size = tag[2];

    if (facts->n_memory < FACTS_RANGES && size > 0)
        facts->memory[facts->n_memory++] = (struct facts_range){ start, start + size };
}

static void add_line(struct board_facts *facts, const char *text, size_t n_bytes)
{
    size_t n = 0;

    for (; n < n_bytes && text[n] && n + 1 < FACTS_LINE_BYTES; n++)
        facts->line[n] = text[n];
    facts->line[n] = '\0';
}

bool tags_read(struct board_facts *facts, uintptr_t address, size_t n_bytes)
{
    const uint32_t *tag = (const uint32_t *)address;
    size_t left = n_bytes / sizeof *tag;

    if (address % sizeof *tag != 0 || left < HEADER_WORDS || tag[1] != CORE)
        return false;
    while (left >= HEADER_WORDS && tag[1] != 0 && tag[0] >= HEADER_WORDS && tag[0] <= left) {
        if (tag[1] == MEMORY && tag[0] >= HEADER_WORDS + 2)
            add_memory(facts, tag);
        else if (tag[1] == COMMAND_LINE)
            add_line(facts, (const char *)(tag + HEADER_WORDS), (tag[0] - HEADER_WORDS) * 4);
        left -= tag[0];
        tag += tag[0];
    }
    return true;
}
