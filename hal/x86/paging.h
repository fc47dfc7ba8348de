/* Page tables of the first 4 GiB. */
#ifndef X86_PAGING_H
#define X86_PAGING_H

#include <stddef.h>
#include <stdint.h>

/* The first 4 GiB, mapped to itself: in large pages, and in 4 KiB pages where that is asked for.
 * Entries are as wide as a pointer on both CPUs, and a page table maps just one large page. */

enum {
    X86_PAGE_BYTES = 4096,
    X86_TABLE_ENTRIES = X86_PAGE_BYTES / sizeof(uintptr_t),
    X86_LARGE_BYTES = X86_PAGE_BYTES * X86_TABLE_ENTRIES, /* 4 MiB, or 2 MiB in long mode */
    X86_DIRECTORY_ENTRIES = 0x100000000u / X86_LARGE_BYTES,
};

enum x86_entry {
    X86_ENTRY_P = 1 << 0,
    X86_ENTRY_RW = 1 << 1,
    X86_ENTRY_PWT = 1 << 3,
    X86_ENTRY_PCD = 1 << 4,
    X86_ENTRY_PS = 1 << 7,
};

/* Returns the value of CR3: the port's own, with the entries of x86_directory below it. */
uintptr_t x86_paging_root(void);

/* One entry for each large page. */
extern uintptr_t x86_directory[X86_DIRECTORY_ENTRIES];

/* Fills x86_directory: all large pages, devices uncached. */
void x86_paging_fill(void);

/* Turns paging on for the calling processor. */
void x86_paging_enter(void);

/* Maps the large page that begins at START in 4 KiB pages. TABLE: X86_TABLE_ENTRIES entries at the
 * beginning of a page, which become the port's. */
void x86_paging_split(uintptr_t start, uintptr_t *table);

/* Takes the first page away, so that a null pointer is a fault. */
void x86_paging_guard_null(void);

#endif
