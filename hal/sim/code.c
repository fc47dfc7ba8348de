/* Code whose jumps the model fetches as it loads data: each takes what its level takes. */
#include "hal/code.h"
#include "board.h"

int hal_code_alloc(struct hal_block *block, size_t size_bytes)
{
    return hal_alloc(block, size_bytes, sim_board()->machine.page_bytes, HAL_PAGES_BASE);
}

/* Where it leads replaces a jump. */
void hal_code_jump(void *at, const void *to)
{
    *(const void **)at = to;
}

int hal_code_finish(const struct hal_block *block)
{
    (void)block;
    return 0;
}

void hal_code_run(const void *first)
{
    for (const void *at = first; at != NULL; at = *(const void *const *)at)
        sim_board_load(at, sizeof(void *));
}

void hal_code_free(struct hal_block *block)
{
    hal_free(block);
}
