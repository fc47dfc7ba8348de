/* Finds the memory that follows the image, and maps it. */
#include "memory.h"
#include "board64.h"
#include "page_map.h"
#include "stacks.h"
#include "trial.h"
#include <hal/console.h>

/* Second-level caches of such boards hold 4 MiB at most: four times that shows the memory beyond
 * them.
 */
enum { LIMIT_MIB = 16, MOST_PAGED_MIB = 64, LEAST_MIB = 8, MIB = 1 << 20 };
_Static_assert(BOARD64_REGION_MIB % 2 == 0, "of whole blocks");
enum { EXIT_NO_MEMORY = 1 };

static uintptr_t down(uintptr_t at, size_t unit)
{
    return at / unit * unit;
}

static uintptr_t up(uintptr_t at, size_t unit)
{
    return down(at + unit - 1, unit);
}

static bool loader_told; /* of the memory that the image lies in */

/* Returns the end of the memory after the image, as the loader reports it, else as the board
 * states; what others keep for themselves ends it. */
static uintptr_t free_end(void)
{
    uint64_t end = board_facts_free_end(&facts64, (uintptr_t)image_start, (uintptr_t)image_end,
                                        board.ram.start + board.ram.size_bytes, &loader_told);

    return down((uintptr_t)end, BLOCK_BYTES);
}

/* Returns the end of what holds what is written there: half of the rest again and again. */
static uintptr_t held_end(uintptr_t first, uintptr_t end)
{
    while (end > first && !trial_memory(end - sizeof(uint64_t)))
        end = down(first + (end - first) / 2, BLOCK_BYTES);
    return end;
}

static void note_memory(uintptr_t end, uintptr_t told)
{
    static struct bare_text t;

    bare_text_add(&t, "memory: to ");
    bare_text_hex(&t, end);
    bare_text_add(&t, loader_told ? ", by the boot loader's word" : ", by the board's file");
    if (end < told) {
        bare_text_add(&t, ", which says ");
        bare_text_hex(&t, told);
        bare_text_add(&t, ": nothing keeps what is written there");
    }
    bare_note(t.text);
}

/* Says what is there and what is wanted, and ends. */
static _Noreturn void too_small(uintptr_t from, uintptr_t end)
{
    struct bare_text t = { .n = 0 };

    bare_text_add(&t, "pontoon: memory is too small: it ends at ");
    bare_text_hex(&t, end);
    bare_text_add(&t, ", and should reach ");
    bare_text_hex(&t, from + LEAST_MIB * (uintptr_t)MIB);
    hal_console_complain(t.text);
    hal_console_exit(EXIT_NO_MEMORY);
}

/* A quarter of the memory, 64 MiB at most, is in 4 KiB pages, the rest in 2 MiB blocks. */
static void share(uintptr_t first, uintptr_t end)
{
    size_t paged = down((end - first) / 4, BLOCK_BYTES);

    paged = paged > MOST_PAGED_MIB * (size_t)MIB ? MOST_PAGED_MIB * (size_t)MIB : paged;
    page_map_pages(first, paged);
    bare_memory_add(first, paged, PAGE_BYTES);
    page_map_blocks(first + paged, end - first - paged, PAGE_BLOCK);
    bare_memory_add(first + paged, end - first - paged, BLOCK_BYTES);
    bare_memory_limit(LIMIT_MIB * (size_t)MIB);
}

/* Image and tables are in 4 KiB pages, so that some can be left out. */
static void map_image(uintptr_t first)
{
    uintptr_t start = down((uintptr_t)image_start, BLOCK_BYTES);

    page_map_pages(start, first - start);
    for (unsigned core = 0; core < BARE_CORES; core++)
        page_map_hole(stack_guard(core));
    if (start == 0)
        page_map_hole(0);
}

/* Those outside of the memory that the image lies in. */
static void map_regions(void)
{
    size_t left = BOARD64_REGION_MIB * (size_t)MIB;

    for (const struct bare_region *r = board.regions; r && r->name; r++) {
        if (r->start - board.ram.start < board.ram.size_bytes || r->size_bytes > left)
            continue;
        left -= r->size_bytes;
        page_map_uncached(r->start, r->size_bytes);
    }
}

const struct bare_region *bare_regions(void)
{
    return board.regions;
}

void memory64_map(void)
{
    uintptr_t tables = up((uintptr_t)image_end, PAGE_BYTES);
    size_t most = page_map_tables((MOST_PAGED_MIB + LEAST_MIB + BOARD64_REGION_MIB) * (size_t)MIB) *
                  PAGE_BYTES;
    uintptr_t first = up(tables + most, BLOCK_BYTES), told = free_end();
    uintptr_t end = told > first ? held_end(first, told) : told;

    if (end < first + LEAST_MIB * (uintptr_t)MIB)
        too_small(first, end);
    note_memory(end, told);
    page_map_begin(tables);
    for (const struct board64_range *range = board.devices; range->size_bytes > 0; range++)
        page_map_blocks(range->start, range->size_bytes, PAGE_DEVICE);
    map_regions();
    map_image(first);
    share(first, end);
}

char *memory64_tables_end(void)
{
    return (char *)page_map_end();
}
