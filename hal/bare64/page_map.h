/* Translation tables of three levels, as AArch64 and RISC-V have them. */
#ifndef PAGE_MAP_H
#define PAGE_MAP_H

#include <stddef.h>
#include <stdint.h>

/* 4 KiB pages, 2 MiB blocks, 39 bits of address, one to one: AArch64 with a granule of 4 KiB from
 * level 1 on, and RISC-V's Sv39. Tables other than the root are taken from memory that the caller
 * names. */

#define PAGE_BYTES  ((size_t)4096)
#define BLOCK_BYTES ((size_t)2 << 20)

enum page_kind {
    PAGE_TABLE,    /* ADDRESS is that of a table */
    PAGE_BLOCK,    /* 2 MiB of memory, cached, coherent between cores */
    PAGE_SMALL,    /* 4 KiB of it */
    PAGE_DEVICE,   /* 2 MiB of devices */
    PAGE_UNCACHED, /* 4 KiB of memory that no cache holds */
};

/* From the port: the word of a table for ADDRESS. */
uint64_t port_page(uintptr_t address, enum page_kind kind);

/* The same backwards. */
uintptr_t port_page_address(uint64_t word);

/* The table of the first level, for the port. */
extern uint64_t page_root[512];

/* Memory for tables: from START on, zero, START a multiple of PAGE_BYTES. */
void page_map_begin(uintptr_t start);

/* Returns where the memory for tables that is not taken yet begins. */
uintptr_t page_map_end(void);

/* Maps N_BYTES at START in 2 MiB blocks, or memory in 4 KiB pages; both multiples of 2 MiB. */
void page_map_blocks(uintptr_t start, size_t n_bytes, enum page_kind kind);
void page_map_pages(uintptr_t start, size_t n_bytes);

/* Maps N_BYTES at START, both multiples of PAGE_BYTES, as PAGE_UNCACHED. Where a block is mapped it
 * stays. */
void page_map_uncached(uintptr_t start, size_t n_bytes);

/* Takes the 4 KiB page at ADDRESS away, which was mapped as such. */
void page_map_hole(uintptr_t address);

/* Returns how many tables N_BYTES in 4 KiB pages take at most. */
size_t page_map_tables(size_t n_bytes);

#endif
