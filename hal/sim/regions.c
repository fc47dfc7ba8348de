/* The main memory and the regions of the machine file, as hal/regions.h has them. Code is not
 * copied: the model knows what a jump to an address costs, and this file walks the hops. */
#include "hal/regions.h"
#include "region_access.h"
#include <stdio.h>
#include <string.h>

enum { LINE_BYTES = 64, STRAIGHT_BYTES = 1024, LINKS = 64, APART_LINKS = 37, FIRST_LINK = 13 };
enum { LABEL_SHIFT = 28 }; /* a region's address, as the log has it: any, but always the same */

/* Section of memory I, from 1; the main memory is number 0. */
static unsigned section_of(unsigned i)
{
    const struct sim_machine *m = &sim_board()->machine;
    unsigned section = 0;

    for (;; section++)
        if (!m->region[section].state[0] && --i == 0)
            return section;
}

unsigned hal_regions(void)
{
    const struct sim_machine *m = &sim_board()->machine;
    unsigned n = 0;

    for (unsigned i = 0; i < m->n_regions; i++)
        n += !m->region[i].state[0];
    return n > 0 ? n + 1 : 0;
}

static char *start_of(unsigned section)
{
    const struct sim_board *b = sim_board();
    uintptr_t at = b->regions;

    for (unsigned i = 0; i < section; i++)
        at += b->machine.region[i].state[0] ? 0 : b->machine.region[i].size_bytes;
    return (char *)at;
}

static void main_memory(struct hal_region *region)
{
    const struct sim_board *b = sim_board();

    *region = (struct hal_region){ .name = SIM_MAIN_REGION,
                                   .kind = "dram",
                                   .size_bytes = b->arena_bytes,
                                   .at = (const void *)b->arena,
                                   .cached = b->machine.n_caches > 0,
                                   .no_code = "its caches of instructions are not modelled" };
}

void hal_region(unsigned i, struct hal_region *region)
{
    static const char *const kinds[] = { "flash", "sram", "tcm", "ocm", "psram", "dram" };

    if (i == 0) {
        main_memory(region);
        return;
    }
    const struct sim_region *r = &sim_board()->machine.region[section_of(i)];
    *region = (struct hal_region){ .start = (uint64_t)i << LABEL_SHIFT,
                                   .size_bytes = r->size_bytes,
                                   .at = start_of(section_of(i)),
                                   .read_only = !r->writes,
                                   .no_code = r->runs ? 0 : "the machine file says so" };
    snprintf(region->name, sizeof region->name, "%.*s", HAL_REGION_NAME - 1, r->name);
    snprintf(region->kind, sizeof region->kind, "%s", kinds[r->kind]);
}

/* The section of STATE of the memory that begins with section FIRST; -1: there is none. */
static int state_section(unsigned first, unsigned state)
{
    const struct sim_machine *m = &sim_board()->machine;

    for (unsigned i = first; i < m->n_regions; i++)
        if (strcmp(m->region[i].name, m->region[first].name) == 0 && state-- == 0)
            return (int)i;
    return -1;
}

const char *hal_region_state(unsigned i, unsigned state)
{
    int section = i > 0 ? state_section(section_of(i), state) : state == 0 ? 0 : -1;

    if (section < 0)
        return 0;
    return i > 0 ? sim_board()->machine.region[section].state : "";
}

void hal_region_set(unsigned i, unsigned state)
{
    if (i > 0)
        sim_region_set(section_of(i), (unsigned)state_section(section_of(i), state));
}

int hal_region_alloc(unsigned i, struct hal_block *block, size_t most_bytes)
{
    struct hal_region region;

    hal_region(i, &region);
    *block = (struct hal_block){ .start = 0 };
    if (region.read_only)
        return -1;
    if (i == 0)
        return hal_alloc(block, most_bytes, LINE_BYTES, HAL_PAGES_LARGE);
    block->start = (void *)(uintptr_t)region.at;
    block->size_bytes = region.size_bytes < most_bytes ? region.size_bytes : most_bytes;
    block->contiguous = true;
    return 0;
}

/* Laid anew each time, which takes no time. */
const void *hal_region_ring(unsigned i, size_t *n)
{
    struct hal_region region;

    hal_region(i, &region);
    *n = region.read_only ? LINKS : 0;
    if (!region.read_only)
        return 0;
    char *at = (char *)(uintptr_t)region.at;
    for (size_t k = 0; k < LINKS; k++)
        *(void **)(void *)(at + k * LINE_BYTES) =
            at + (k * APART_LINKS + FIRST_LINK) % LINKS * LINE_BYTES;
    return at;
}

static void walk_ends(struct hal_hop *hop)
{
    (void)hop;
}

int hal_region_place(unsigned i, const struct hal_block *block, struct hal_region_code *code)
{
    struct hal_region region;

    hal_region(i, &region);
    if (region.no_code) {
        *code = (struct hal_region_code){ .hop = code->hop };
        return -1;
    }
    uintptr_t at = (uintptr_t)(block ? block->start : region.at);
    size_t half = (block ? block->size_bytes : region.size_bytes) / 2;
    code->n_hops = code->n_hops < half / LINE_BYTES ? code->n_hops : (unsigned)(half / LINE_BYTES);
    for (unsigned k = 0; k < code->n_hops; k++)
        code->hop[k].code = (void (*)(struct hal_hop *))(at + k * LINE_BYTES);
    code->end = walk_ends;
    code->straight = at + half;
    code->straight_bytes = code->straight_apart = STRAIGHT_BYTES;
    code->n_straight = (unsigned)(half / STRAIGHT_BYTES);
    return 0;
}

void hal_region_jump(struct hal_hop *first)
{
    for (const struct hal_hop *hop = first; hop->code != walk_ends; hop = hop->next) {
        sim_region_fetch((uintptr_t)hop->code, 0);
        sim_board_load(&hop->next, sizeof hop->next);
        sim_board_load(&hop->next->code, sizeof hop->code);
    }
}

void hal_region_run(uintptr_t straight)
{
    sim_region_fetch(straight, STRAIGHT_BYTES);
}
