/* Code in memory of the program's own, written first and run afterwards, never both. */
#include "encode.h"
#include <hal/code.h>
#include <sys/mman.h>
#include <unistd.h>

int hal_code_alloc(struct hal_block *block, size_t size_bytes)
{
    void *start = MAP_FAILED;

    *block = (struct hal_block){ 0 };
    if (encode_known() && size_bytes <= hal_alloc_limit_bytes())
        start = mmap(NULL, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        return -1;
    *block = (struct hal_block){ .start = start,
                                 .size_bytes = size_bytes,
                                 .page_bytes = (size_t)sysconf(_SC_PAGESIZE) };
    return 0;
}

int hal_code_finish(const struct hal_block *block)
{
    char *start = block->start;

    if (mprotect(start, block->size_bytes, PROT_READ | PROT_EXEC) != 0)
        return -1;
    __builtin___clear_cache(start, start + block->size_bytes);
    return 0;
}

void hal_code_free(struct hal_block *block)
{
    if (block->start != NULL)
        (void)munmap(block->start, block->size_bytes);
    *block = (struct hal_block){ 0 };
}
