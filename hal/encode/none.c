/* Processors whose instructions nobody has written down here, in whole or in part. */
#include "encode.h"

#if !ENCODE_JUMPS
bool encode_known(void)
{
    return false;
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
#endif

#if !ENCODE_OPS
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
#endif
