/* The words of Sv39's tables. */
#include "board64.h"
#include "csr.h"
#include "page_map.h"

/* Privileged Architecture, 4.4.1 and 4.3.1. A and D are set: some processors fault where they are
 * not, instead of setting them. What caches hold is the platform's affair, not the page's. */
enum { V = 1, R = 1 << 1, W = 1 << 2, X = 1 << 3, A = 1 << 6, D = 1 << 7 };
enum { PAGE_SHIFT = 12, NUMBER_SHIFT = 10 };

uint64_t port_page(uintptr_t address, enum page_kind kind)
{
    uint64_t number = (uint64_t)address >> PAGE_SHIFT << NUMBER_SHIFT;

    if (kind == PAGE_TABLE)
        return number | V;
    return number | V | R | W | A | D | (kind == PAGE_DEVICE ? 0 : X);
}

uintptr_t port_page_address(uint64_t word)
{
    const uint64_t numbers = ((uint64_t)1 << 54) - 1;

    return (word & numbers) >> NUMBER_SHIFT << PAGE_SHIFT;
}

bool bare_caches_on(void)
{
    return true; /* the architecture has no register that says so */
}

const char *port_what_is_on(void)
{
    return csr_satp() != 0
               ? "on: MMU with 4 KiB pages and 2 MiB blocks, instruction and data caches"
               : "off: MMU; the key claim.satp.mode reports it";
}
