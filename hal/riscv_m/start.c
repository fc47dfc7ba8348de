/* From entry.S to main(). */
#include "bare.h"
#include "board_facts.h"
#include "needs.h"
#include "semihost.h"
#include <hal/console.h>
#include <hal/thread.h>

enum { EXIT_NO_MEMORY = 1, UNIT = 64, LEAST_BYTES = 16 * 1024 };

extern char image_start[], image_end[]; /* from image.ld */

_Noreturn void m_start(uintptr_t tree);

static struct board_facts facts;

/* Reads the device tree at ADDRESS, if there is one in the board's memory. */
static void read_tree(uintptr_t address)
{
    struct device_tree tree;

    if (address % sizeof(uint32_t) != 0 || address - board.ram_start >= board.ram_bytes)
        return;
    uint32_t n = device_tree_bytes((const void *)address);
    if (n == 0 || n > board.ram_start + board.ram_bytes - address)
        return;
    if (device_tree_open(&tree, (const void *)address, n) != 0)
        bare_note("device tree: its blocks do not lie within it; the board's file is taken");
    else
        board_facts_read(&facts, &tree);
}

/* Returns the end of the memory after the image; what others keep, and the tree, end it. */
static uintptr_t memory_end(uintptr_t tree)
{
    bool known;
    uintptr_t end =
        (uintptr_t)board_facts_free_end(&facts, (uintptr_t)image_start, (uintptr_t)image_end,
                                        board.ram_start + board.ram_bytes, &known);

    if (tree >= (uintptr_t)image_end && tree < end)
        end = tree;
    return end / UNIT * UNIT;
}

static void add_memory(uintptr_t tree)
{
    uintptr_t start = (uintptr_t)image_end, end = memory_end(tree);

    if (end < start + LEAST_BYTES) {
        hal_console_complain("pontoon: memory is too small: less than 16 KiB follow the image");
        hal_console_exit(EXIT_NO_MEMORY);
    }
    bare_memory_add(start, end - start, 0);
}

/* Returns what an emulator or debugger gives, without its first word, the image; else what the boot
 * loader gave; NULL: nothing. */
static const char *command_line(void)
{
    static char line[FACTS_LINE_BYTES];
    const char *text = line;

    if (semihost_command_line(line, sizeof line) == 0) {
        while (*text && *text != ' ')
            text++;
        while (*text == ' ')
            text++;
    }
    if (*text)
        return text;
    return facts.line[0] ? facts.line : NULL;
}

_Noreturn void m_start(uintptr_t tree)
{
    if (board.start)
        board.start();
    bare_console_start();
    read_tree(tree);
    bare_note("atomics: plain accesses, as there is one core and none of its own");
    add_memory(tree);
    bare_run(command_line());
}

_Noreturn void bare_leave(int status)
{
    semihost_exit(status);
    for (;;)
        bare_idle();
}

/* Unprivileged ISA, chapter Zifencei: what this hart has stored, it fetches. */
void bare_code_written(const void *start, size_t n_bytes)
{
    (void)start;
    (void)n_bytes;
    __asm__ volatile("fence.i" : : : "memory");
}

const struct bare_region *bare_regions(void)
{
    return NULL;
}

bool bare_caches_on(void)
{
    return true;
}

void bare_idle(void)
{
    __asm__ volatile("wfi" : : : "memory");
}

/* The hint `pause` (Zihintpause), which older processors take for a fence. */
void hal_thread_pause(void)
{
    __asm__ volatile(".4byte 0x0100000f" : : : "memory");
}
