/* The tables above the directories in long mode (SDM vol. 3A, section 4.5): one PML4 entry, and
 * four directories of 1 GiB each. */
#include "paging.h"

enum { PRESENT_WRITABLE = X86_ENTRY_P | X86_ENTRY_RW, QUARTER = X86_TABLE_ENTRIES };

/* Entries are addresses with flags added: constants to the linker, if they are written as places
 * in objects. */
#define ENTRY(table) ((char *)(table) + PRESENT_WRITABLE)

_Alignas(X86_PAGE_BYTES) static char *pointers[X86_TABLE_ENTRIES] = {
    ENTRY(x86_directory),
    ENTRY(x86_directory + QUARTER),
    ENTRY(x86_directory + 2 * QUARTER),
    ENTRY(x86_directory + 3 * QUARTER),
};

extern char *x86_pml4[X86_TABLE_ENTRIES]; /* for the entry, which is assembly */

_Alignas(X86_PAGE_BYTES) char *x86_pml4[X86_TABLE_ENTRIES] = { ENTRY(pointers) };

uintptr_t x86_paging_root(void)
{
    return (uintptr_t)x86_pml4;
}
