/* Untouched pages as the test scripts them: ordinary memory. */
#include "fake.h"
#include <hal/untouched.h>

int hal_untouched_map(struct hal_block *block, size_t size_bytes, enum hal_untouched kind)
{
    *block = (struct hal_block){ 0 };
    if (!fake.untouched.there || (kind == HAL_UNTOUCHED_FILE && fake.untouched.no_file))
        return -1;
    return hal_alloc(block, size_bytes, fake.memory.base_page_bytes, HAL_PAGES_BASE);
}

void hal_untouched_unmap(struct hal_block *block)
{
    hal_free(block);
}

int hal_untouched_call(void)
{
    fake.untouched.calls++;
    return fake.untouched.there ? 0 : -1;
}
