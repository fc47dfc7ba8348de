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

size_t hal_code_near_bytes(void)
{
    return HAL_CODE_BYTES;
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

/* Of calls and operations nothing is kept: what follows them is next. */
static void *skip(void *at)
{
    void *next = (char *)at + HAL_CODE_BYTES;

    hal_code_jump(at, next);
    return next;
}

void *hal_code_fill(void *at, size_t n_bytes)
{
    for (; n_bytes >= HAL_CODE_BYTES; n_bytes -= HAL_CODE_BYTES)
        at = skip(at);
    return at;
}

void *hal_code_call(void *at, const void *to)
{
    (void)to;
    return skip(at);
}

void *hal_code_enter(void *at)
{
    return skip(at);
}

void *hal_code_leave(void *at)
{
    hal_code_jump(at, NULL);
    return (char *)at + HAL_CODE_BYTES;
}

bool hal_code_knows(enum hal_code_op op)
{
    return fake.code.there && op < HAL_CODE_OPS;
}

void *hal_code_op(void *at, enum hal_code_op op, unsigned number)
{
    (void)op;
    (void)number;
    return skip(at);
}

void *hal_code_begin(void *at)
{
    return skip(at);
}

void *hal_code_lap_end(void *at, const void *first)
{
    (void)first;
    return skip(at);
}

void *hal_code_end(void *at)
{
    return hal_code_leave(at);
}

/* One lap. */
void hal_code_run_laps(const void *first, struct hal_code_laps *laps)
{
    (void)laps;
    hal_code_run(first);
}

void hal_code_free(struct hal_block *block)
{
    hal_free(block);
}
