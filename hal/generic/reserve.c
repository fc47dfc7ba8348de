/* Addresses are memory. */
#include <hal/reserve.h>

int hal_reserve(struct hal_block *block, size_t size_bytes, size_t align_bytes)
{
    (void)size_bytes;
    (void)align_bytes;
    *block = (struct hal_block){ 0 };
    return -1;
}

void hal_release(struct hal_block *block)
{
    *block = (struct hal_block){ 0 };
}
