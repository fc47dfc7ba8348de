/* SDM vol. 3A, sections 4.3 (32-bit paging) and 4.5 (4-level paging). */
#include "paging.h"
#include "cpu.h"

enum {
    CR0_WP = 1 << 16,
    CR4_PSE = 1 << 4, /* ignored in long mode, which always has them */
};
static const uintptr_t cr0_pg = (uintptr_t)1 << 31;

/* From here on, a PC has I/O APICs, HPET, local APICs and firmware. */
static const uintptr_t devices_at = 0xfec00000u;

_Alignas(X86_PAGE_BYTES) uintptr_t x86_directory[X86_DIRECTORY_ENTRIES];
static _Alignas(X86_PAGE_BYTES) uintptr_t first_table[X86_TABLE_ENTRIES];

void x86_paging_fill(void)
{
    for (unsigned i = 0; i < X86_DIRECTORY_ENTRIES; i++) {
        uintptr_t start = (uintptr_t)i * X86_LARGE_BYTES;
        uintptr_t entry = start | X86_ENTRY_PS | X86_ENTRY_RW | X86_ENTRY_P;

        if (start + X86_LARGE_BYTES - 1 >= devices_at)
            entry |= X86_ENTRY_PCD | X86_ENTRY_PWT;
        x86_directory[i] = entry;
    }
}

void x86_paging_enter(void)
{
    x86_set_cr4(x86_cr4() | CR4_PSE);
    x86_set_cr3(x86_paging_root());
    x86_set_cr0(x86_cr0() | cr0_pg | CR0_WP);
}

void x86_paging_split(uintptr_t start, uintptr_t *table)
{
    for (unsigned i = 0; i < X86_TABLE_ENTRIES; i++)
        table[i] = (start + i * X86_PAGE_BYTES) | X86_ENTRY_RW | X86_ENTRY_P;
    x86_directory[start / X86_LARGE_BYTES] = (uintptr_t)table | X86_ENTRY_RW | X86_ENTRY_P;
    x86_invlpg(start);
}

void x86_paging_guard_null(void)
{
    x86_paging_split(0, first_table);
    first_table[0] = 0;
    x86_invlpg(0);
}
