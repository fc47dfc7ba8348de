/* From a port's entry to main(). */
#include "board64.h"
#include "board_facts.h"
#include "cores.h"
#include "memory.h"
#include "semihost.h"
#include "trial.h"
#include <hal/cache.h>
#include <hal/console.h>
#include <hal/timer.h>

/* ---- tags of the boot loader ---- */

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

/* Adds memory and command line of the tags at ADDRESS, of which N_BYTES may be read, to *FACTS.
 * Returns whether there is such a list. */
static bool tags_read(struct board_facts *facts, uintptr_t address, size_t n_bytes)
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

/* ---- the start ---- */

struct board_facts facts64;

static char line[FACTS_LINE_BYTES];

/* Returns whether the word at ADDRESS may be read. Emulators leave anything in the registers. */
static bool readable(uintptr_t address)
{
    if (address == 0 || address % sizeof(uint32_t) != 0)
        return false;
    trial_begin();
    (void)*(volatile uint32_t *)address;
    return trial_end();
}

/* Returns whether there is a device tree at ADDRESS. */
static bool read_tree(uintptr_t address)
{
    enum { MOST_BYTES = 2 << 20, WORD = sizeof(uint32_t) };
    struct device_tree tree;

    if (!readable(address) || device_tree_bytes((const void *)address) == 0)
        return false;
    uint32_t n = device_tree_bytes((const void *)address);
    if (n > MOST_BYTES || !readable(address + n / WORD * WORD - WORD) ||
        device_tree_open(&tree, (const void *)address, n) != 0) {
        bare_note("device tree: its blocks do not lie within it; the board's file is taken");
        return true;
    }
    board_facts_read(&facts64, &tree);
    if (facts64.broken)
        bare_note("device tree: it ends before its end; what came before counts");
    return true;
}

/* Tags lie in the first megabyte of memory. */
static void read_tags(uintptr_t address)
{
    enum { MOST_BYTES = 16384, WITHIN = 1 << 20 };

    if (address - board.ram.start < WITHIN && readable(address))
        (void)tags_read(&facts64, address, MOST_BYTES);
}

static void read_facts(uintptr_t tree, uintptr_t tags)
{
    if (!read_tree(tree) && !read_tree(board.ram.start))
        read_tags(tags);
    if (facts64.n_disabled > 0)
        bare_note("cores: the device tree has some that it says not to start");
    if (facts64.n_more_cores > 0)
        bare_note("cores: the device tree has more than eight; the others are left out");
}

/* Returns what follows the first word `--` of TEXT; its end where there is none. */
static const char *after_dashes(const char *text)
{
    bool word_begins = true;

    for (; *text; text++) {
        if (word_begins && text[0] == '-' && text[1] == '-' && (text[2] == ' ' || !text[2]))
            return text + 2;
        word_begins = *text == ' ';
    }
    return text;
}

static const char *boot_line(void)
{
    const char *text = board.line_after_dashes ? after_dashes(facts64.line) : facts64.line;

    return *text ? text : NULL;
}

/* Returns what an emulator or debugger gives, without its first word, the image; else what the boot
 * loader gave; NULL: nothing. */
static const char *command_line(void)
{
    const char *text = line;

    if (semihost_command_line(line, sizeof line) == 0) {
        while (*text && *text != ' ')
            text++;
        while (*text == ' ')
            text++;
        if (*text)
            return text;
    }
    return boot_line();
}

_Noreturn void bare64_start(uintptr_t tree, uintptr_t tags, uint64_t boot_id)
{
    if (board.start)
        board.start();
    bare_console_start();
    read_facts(tree, tags);
    const char *words = command_line();
    memory64_map();
    /* Caches may hold old copies of what was just written past them. */
    (void)hal_cache_flush(image_start, (size_t)(memory64_tables_end() - image_start));
    port_paging_on();
    bare_note(port_what_is_on());
    port_clocks_start(&facts64);
    if (hal_timer_start() == 0)
        cores64_start(boot_id);
    bare_run(words);
}

_Noreturn void bare_leave(int status)
{
    semihost_exit(status);
    for (;;)
        bare_idle();
}
