/* Fills the translation tables of the board and turns the MMU on. */
#include "mmu.h"
#include "cp15.h"
#include "needs.h"

enum { MIB = 1 << 20, PAGE_BYTES = 4096, PAGES_A_MIB = MIB / PAGE_BYTES };
/* The PL310 holds 8 MiB at most, a Cortex-A8's second level 1 MiB: twice that is memory. */
enum { LIMIT_MIB = 16 };
enum { IMAGE_MIB = 16, SUPER_MIB = 16, MOST_PAGED_MIB = 64, SECTION_WINDOW_MIB = 16 };
enum { LEAST_MIB = 64 };

/* Section B3.5.1, figures B3-4 and B3-5. Memory is Normal, write-back write-allocate (TEX 1, C, B:
 * table B3-10), and shareable where cores are kept coherent; devices are Shareable Device (B) and
 * never run. */
enum {
    TABLE = 1,
    PAGE = 2,
    SECTION = 2,
    DESCRIPTOR_B = 1 << 2,
    DESCRIPTOR_C = 1 << 3,
    SECTION_XN = 1 << 4,
    SECTION_AP = 3 << 10,
    SECTION_TEX0 = 1 << 12,
    SECTION_S = 1 << 16,
    SECTION_SUPER = 1 << 18,
    PAGE_AP = 3 << 4,
    PAGE_TEX0 = 1 << 6,
    PAGE_S = 1 << 10
};

static const uint32_t section_cached =
    SECTION | DESCRIPTOR_B | DESCRIPTOR_C | SECTION_AP | SECTION_TEX0;
static const uint32_t section_device = SECTION | DESCRIPTOR_B | SECTION_XN | SECTION_AP;
static const uint32_t section_uncached = SECTION | SECTION_AP | SECTION_TEX0;
static const uint32_t page_cached = PAGE | DESCRIPTOR_B | DESCRIPTOR_C | PAGE_AP | PAGE_TEX0;

static uint32_t section_memory(void)
{
    return section_cached | (core_shares_memory ? SECTION_S : 0u);
}

static uint32_t page_memory(void)
{
    return page_cached | (core_shares_memory ? PAGE_S : 0u);
}

static uint32_t first_level[4096] __attribute__((aligned(16384), section(".tables")));
static uint32_t second_level[MOST_PAGED_MIB][PAGES_A_MIB]
    __attribute__((aligned(1024), section(".tables")));

static void map_sections(uintptr_t start, size_t mib, uint32_t kind)
{
    for (size_t i = 0; i < mib; i++)
        first_level[start / MIB + i] = (uint32_t)(start + i * MIB) | kind;
}

/* Section B3.5.1: a supersection's word is in sixteen entries in a row. */
static void map_supersections(uintptr_t start, size_t mib)
{
    for (size_t i = 0; i < mib; i++)
        first_level[start / MIB + i] =
            (uint32_t)(start + i / SUPER_MIB * SUPER_MIB * MIB) | section_memory() | SECTION_SUPER;
}

static void map_pages(uintptr_t start, size_t mib)
{
    for (size_t i = 0; i < mib; i++) {
        for (size_t k = 0; k < PAGES_A_MIB; k++)
            second_level[i][k] = (uint32_t)(start + i * MIB + k * PAGE_BYTES) | page_memory();
        first_level[start / MIB + i] = (uint32_t)(uintptr_t)second_level[i] | TABLE;
    }
}

/* A null pointer shall fault, also where memory begins at 0. */
static void unmap_page_0(void)
{
    static uint32_t first_mib[PAGES_A_MIB] __attribute__((aligned(1024), section(".tables")));

    for (size_t k = 1; k < PAGES_A_MIB; k++)
        first_mib[k] = (uint32_t)(k * PAGE_BYTES) | page_memory();
    first_level[0] = (uint32_t)(uintptr_t)first_mib | TABLE;
}

/* Normal, no cache (table B3-10: TEX 1, neither C nor B), so that what is measured is the memory
 * itself. */
static void map_regions(void)
{
    for (const struct bare_region *r = board.regions; r && r->name; r++) {
        uintptr_t first = r->start / MIB, last = (r->start + (r->size_bytes - 1)) / MIB;

        if (r->start - board.ram.start >= board.ram.size_bytes)
            map_sections(first * MIB, last - first + 1,
                         section_uncached | (core_shares_memory ? SECTION_S : 0u));
    }
}

const struct bare_region *bare_regions(void)
{
    return board.regions;
}

bool bare_caches_on(void)
{
    return (cp15_sctlr() & SCTLR_C) != 0;
}

/* Returns whether the word at AT keeps what is written there; it is left as it was. */
static bool holds(uintptr_t at)
{
    volatile uint32_t *word = (volatile uint32_t *)at;
    uint32_t before = *word;

    *word = ~before;
    bool kept = *word == ~before;
    *word = before;
    return kept && *word == before;
}

/* Returns the MiB of memory that are there: half of what the board states again and again. */
static size_t held_mib(void)
{
    uintptr_t start = board.ram.start;
    size_t told = board.ram.size_bytes / MIB, mib = told;

    while (mib > LEAST_MIB && !holds(start + mib * MIB - sizeof(uint32_t)))
        mib = mib / 2 / SUPER_MIB * SUPER_MIB;
    if (mib < told)
        bare_note_less_memory(start + mib * MIB, start + told * MIB);
    return mib;
}

void mmu_map(void)
{
    uintptr_t at = board.ram.start;
    size_t mib = held_mib();
    size_t paged = mib / 4 < MOST_PAGED_MIB ? mib / 4 / SUPER_MIB * SUPER_MIB : MOST_PAGED_MIB;

    for (const struct arm_range *range = board.devices; range->size_bytes > 0; range++)
        map_sections(range->start, range->size_bytes / MIB, section_device);
    map_regions();

    bare_memory_limit(LIMIT_MIB * MIB);
    map_sections(at, IMAGE_MIB + SECTION_WINDOW_MIB, section_memory());
    if (at == 0)
        unmap_page_0();
    at += IMAGE_MIB * MIB;
    bare_memory_add(at, SECTION_WINDOW_MIB * MIB, MIB);
    at += SECTION_WINDOW_MIB * MIB;
    map_pages(at, paged);
    bare_memory_add(at, paged * MIB, PAGE_BYTES);
    at += paged * MIB;

    size_t rest = (mib - IMAGE_MIB - SECTION_WINDOW_MIB - paged) / SUPER_MIB * SUPER_MIB;
    map_supersections(at, rest);
    bare_memory_add(at, rest * MIB, SUPER_MIB * MIB);
}

void mmu_on(void)
{
    enum { DACR_D0_CLIENT = 1, TTBR0_WALK_CACHED = 0x49, TTBR0_S = 2 }; /* B4.1, DACR and TTBR0 */

    cp15_set_ttbcr(0); /* TTBR0 alone */
    cp15_set_ttbr0((uint32_t)(uintptr_t)first_level | TTBR0_WALK_CACHED |
                   (core_shares_memory ? TTBR0_S : 0u));
    cp15_set_dacr(DACR_D0_CLIENT);
    cp15_set_tlbiall(0);
    cp15_set_bpiall(0);
    cpu_dsb();
    cpu_isb();
    uint32_t sctlr = cp15_sctlr() & ~(uint32_t)(SCTLR_A | SCTLR_TRE | SCTLR_AFE);
    sctlr |= SCTLR_M | SCTLR_C | SCTLR_Z | SCTLR_I;
    cp15_set_sctlr(sctlr & ~(uint32_t)HAL_SCTLR_OFF);
    cpu_isb();
}
