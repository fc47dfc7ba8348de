/* Code that is not run: jumps are followed where the test wants, and counted. */
#include "fake.h"
#include <hal/code.h>

int hal_code_alloc(struct hal_block *block, size_t size_bytes)
{
    *block = (struct hal_block){ 0 };
    return fake.code.there ? hal_alloc(block, size_bytes, 64, HAL_PAGES_BASE) : -1;
}

void hal_code_jump(void *at, const void *to)
{
    *(const void **)at = to;
}

int hal_code_finish(const struct hal_block *block)
{
    (void)block;
    return fake.code.never_runs ? -1 : 0;
}

void hal_code_run(const void *first)
{
    uint64_t jumps = 0;

    for (const void *at = first; at != NULL; at = *(const void *const *)at)
        jumps++;
    fake.code.last_jumps = jumps;
}

void hal_code_free(struct hal_block *block)
{
    hal_free(block);
}
