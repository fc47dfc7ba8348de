/* Memories that the board names. */
#include "bare.h"
#include <hal/regions.h>

enum { LEAST_BYTES = 1024, ALIGN_BYTES = 64 };

unsigned hal_regions(void)
{
    const struct bare_region *all = bare_regions();
    unsigned n = 0;

    while (all && all[n].name)
        n++;
    return n;
}

static void copy_word(char to[HAL_REGION_NAME], const char *word)
{
    for (unsigned i = 0; *word && i + 1 < HAL_REGION_NAME; i++)
        to[i] = *word++;
}

void hal_region(unsigned i, struct hal_region *region)
{
    const struct bare_region *r = &bare_regions()[i];

    *region = (struct hal_region){ .start = r->start,
                                   .size_bytes = r->size_bytes,
                                   .at = (const void *)r->start,
                                   .read_only = r->read_only,
                                   .cached = r->cached && bare_caches_on(),
                                   .no_code = r->no_code };
    copy_word(region->name, r->name);
    copy_word(region->kind, r->kind);
}

const char *hal_region_state(unsigned i, unsigned state)
{
    const char *const *more = bare_regions()[i].states;

    if (state == 0)
        return "";
    while (more && *more && --state > 0)
        more++;
    return more ? *more : NULL;
}

void hal_region_set(unsigned i, unsigned state)
{
    const struct bare_region *region = &bare_regions()[i];

    if (region->set)
        region->set(state);
}

int hal_region_alloc(unsigned i, struct hal_block *block, size_t most_bytes)
{
    const struct bare_region *r = &bare_regions()[i];
    bool own = r->scratch != NULL;
    uintptr_t start = own ? (uintptr_t)r->scratch : r->start;
    uintptr_t end = own ? (uintptr_t)r->scratch_end : r->start + r->size_bytes;

    *block = (struct hal_block){ .start = NULL };
    for (size_t n = most_bytes / ALIGN_BYTES * ALIGN_BYTES; n >= LEAST_BYTES && !r->read_only;
         n = n / 2 / ALIGN_BYTES * ALIGN_BYTES)
        if (bare_memory_within(block, n, ALIGN_BYTES, start, end, own) == 0)
            return 0;
    return -1;
}
