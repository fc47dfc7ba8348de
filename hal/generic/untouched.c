/* Boards without an operating system: every page is there from the start. */
#include <hal/untouched.h>

int hal_untouched_map(struct hal_block *block, size_t size_bytes, enum hal_untouched kind)
{
    (void)size_bytes;
    (void)kind;
    *block = (struct hal_block){ 0 };
    return -1;
}

void hal_untouched_unmap(struct hal_block *block)
{
    *block = (struct hal_block){ 0 };
}

int hal_untouched_call(void)
{
    return -1;
}
