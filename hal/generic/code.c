/* Boards on which nobody has said how instructions are written, and where code may run. */
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

void *hal_code_fill(void *at, size_t n_bytes)
{
    (void)n_bytes;
    return at;
}

size_t hal_code_near_bytes(void)
{
    return HAL_CODE_BYTES;
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

void *hal_code_call(void *at, const void *to)
{
    (void)to;
    return at;
}

void *hal_code_enter(void *at)
{
    return at;
}

void *hal_code_leave(void *at)
{
    return at;
}

bool hal_code_knows(enum hal_code_op op)
{
    (void)op;
    return false;
}

void *hal_code_op(void *at, enum hal_code_op op, unsigned number)
{
    (void)op;
    (void)number;
    return at;
}

void *hal_code_begin(void *at)
{
    return at;
}

void *hal_code_lap_end(void *at, const void *first)
{
    (void)first;
    return at;
}

void *hal_code_end(void *at)
{
    return at;
}

void hal_code_run_laps(const void *first, struct hal_code_laps *laps)
{
    (void)first;
    (void)laps;
}
