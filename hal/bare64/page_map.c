/* Fills translation tables. */
#include "page_map.h"

enum { ENTRIES = 512, BLOCK_SHIFT = 21, ROOT_SHIFT = 30, PAGE_SHIFT = 12 };

uint64_t page_root[ENTRIES] __attribute__((aligned(4096)));

static uintptr_t first, unused; /* of all tables, and where the next one goes */

void page_map_begin(uintptr_t start)
{
    first = unused = start;
}

uintptr_t page_map_end(void)
{
    return unused;
}

static uint64_t *next_table(void)
{
    uint64_t *table = (uint64_t *)unused;

    unused += PAGE_BYTES;
    for (unsigned i = 0; i < ENTRIES; i++)
        table[i] = 0;
    return table;
}

/* Tables of the second level, by entry of the root. */
static uint64_t *second_level(uintptr_t address)
{
    static uint64_t *tables[ENTRIES];
    uintptr_t at = address >> ROOT_SHIFT & (ENTRIES - 1);

    if (!tables[at]) {
        tables[at] = next_table();
        page_root[at] = port_page((uintptr_t)tables[at], PAGE_TABLE);
    }
    return tables[at];
}

static uint64_t *block_of(uintptr_t address)
{
    return &second_level(address)[address >> BLOCK_SHIFT & (ENTRIES - 1)];
}

void page_map_blocks(uintptr_t start, size_t n_bytes, enum page_kind kind)
{
    for (size_t at = 0; at < n_bytes; at += BLOCK_BYTES)
        *block_of(start + at) = port_page(start + at, kind);
}

void page_map_pages(uintptr_t start, size_t n_bytes)
{
    for (size_t at = 0; at < n_bytes; at += BLOCK_BYTES) {
        uint64_t *table = next_table();

        for (size_t i = 0; i < ENTRIES; i++)
            table[i] = port_page(start + at + i * PAGE_BYTES, PAGE_SMALL);
        *block_of(start + at) = port_page((uintptr_t)table, PAGE_TABLE);
    }
}

/* The table for the pages about ADDRESS, a new one where nothing is mapped there; NULL: a block is.
 */
static uint64_t *pages_at(uintptr_t address)
{
    uint64_t *block = block_of(address);

    if (*block == 0)
        *block = port_page((uintptr_t)next_table(), PAGE_TABLE);
    uintptr_t table = port_page_address(*block);
    return table >= first && table < unused ? (uint64_t *)table : NULL;
}

void page_map_uncached(uintptr_t start, size_t n_bytes)
{
    for (uintptr_t at = start; at < start + n_bytes; at += PAGE_BYTES) {
        uint64_t *table = pages_at(at);

        if (table)
            table[at >> PAGE_SHIFT & (ENTRIES - 1)] = port_page(at, PAGE_UNCACHED);
    }
}

void page_map_hole(uintptr_t address)
{
    uint64_t *table = (uint64_t *)port_page_address(*block_of(address));

    table[address >> PAGE_SHIFT & (ENTRIES - 1)] = 0;
}

size_t page_map_tables(size_t n_bytes)
{
    enum { SECOND_LEVELS = 8 };

    return n_bytes / BLOCK_BYTES + SECOND_LEVELS;
}
