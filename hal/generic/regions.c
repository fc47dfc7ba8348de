/* A board with one memory. */
#include <hal/regions.h>

unsigned hal_regions(void)
{
    return 0;
}

void hal_region(unsigned i, struct hal_region *region)
{
    (void)i;
    *region = (struct hal_region){ .name = "" };
}

const char *hal_region_state(unsigned i, unsigned state)
{
    (void)i;
    return state == 0 ? "" : NULL;
}

void hal_region_set(unsigned i, unsigned state)
{
    (void)i;
    (void)state;
}

int hal_region_alloc(unsigned i, struct hal_block *block, size_t most_bytes)
{
    (void)i;
    (void)most_bytes;
    *block = (struct hal_block){ .start = NULL };
    return -1;
}

const void *hal_region_ring(unsigned i, size_t *n)
{
    (void)i;
    *n = 0;
    return NULL;
}

int hal_region_place(unsigned i, const struct hal_block *block, struct hal_region_code *code)
{
    (void)i;
    (void)block;
    *code = (struct hal_region_code){ .hop = code->hop };
    return -1;
}

void hal_region_jump(struct hal_hop *first)
{
    (void)first;
}

void hal_region_run(uintptr_t straight)
{
    (void)straight;
}
