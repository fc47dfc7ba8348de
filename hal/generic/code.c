/* Boards on which nobody has said how a jump is written, and where code may run. */
#include <hal/code.h>

int hal_code_alloc(struct hal_block *block, size_t size_bytes)
{
    (void)size_bytes;
    *block = (struct hal_block){ 0 };
    return -1;
}

void hal_code_jump(void *at, const void *to)
{
    (void)at;
    (void)to;
}

int hal_code_finish(const struct hal_block *block)
{
    (void)block;
    return -1;
}

void hal_code_run(const void *first)
{
    (void)first;
}

void hal_code_free(struct hal_block *block)
{
    *block = (struct hal_block){ 0 };
}
