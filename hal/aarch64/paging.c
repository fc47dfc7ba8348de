/* The words of AArch64's tables. */
#include "board64.h"
#include "page_map.h"
#include "system.h"

/* DDI 0487, D8.3: stage 1, 4 KiB granule. Memory: AttrIndx 0, inner shareable, AF; devices:
 * AttrIndx 1, never executed; memory that no cache holds: AttrIndx 2. All are EL1's, to read and
 * write. */
enum { VALID = 1, TABLE_OR_PAGE = 2, ATTRIBUTE_1 = 1 << 2, ATTRIBUTE_2 = 2 << 2 };
enum { INNER_SHAREABLE = 3 << 8, AF = 1 << 10 };

uint64_t port_page(uintptr_t address, enum page_kind kind)
{
    const uint64_t never_executed = (uint64_t)3 << 53; /* PXN, UXN */

    switch (kind) {
    case PAGE_TABLE:
        return address | VALID | TABLE_OR_PAGE;
    case PAGE_BLOCK:
        return address | VALID | INNER_SHAREABLE | AF;
    case PAGE_UNCACHED:
        return address | VALID | TABLE_OR_PAGE | ATTRIBUTE_2 | INNER_SHAREABLE | AF;
    case PAGE_SMALL:
        return address | VALID | TABLE_OR_PAGE | INNER_SHAREABLE | AF;
    default:
        return address | VALID | ATTRIBUTE_1 | AF | never_executed;
    }
}

uintptr_t port_page_address(uint64_t word)
{
    return word & 0x0000fffffffff000u;
}

enum { SCTLR_EL1_M = 1, SCTLR_EL1_C = 1 << 2, SCTLR_EL1_I = 1 << 12 };

bool bare_caches_on(void)
{
    return (system_sctlr_el1() & SCTLR_EL1_C) != 0;
}

const char *port_what_is_on(void)
{
    enum { ALL_ON = SCTLR_EL1_M | SCTLR_EL1_C | SCTLR_EL1_I };

    return (system_sctlr_el1() & ALL_ON) == ALL_ON
               ? "on: MMU with 4 KiB pages and 2 MiB blocks, instruction and data caches"
               : "off: MMU or a cache; the keys claim.sctlr_el1 report which";
}
