/* Code in memory of the program's own, written first and run afterwards, never both. */
#include "jumps.h"
#include <hal/code.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int hal_code_alloc(struct hal_block *block, size_t size_bytes)
{
    void *start = MAP_FAILED;

    *block = (struct hal_block){ 0 };
    if (posix_jumps_known() && size_bytes <= hal_alloc_limit_bytes())
        start = mmap(NULL, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        return -1;
    *block = (struct hal_block){ .start = start,
                                 .size_bytes = size_bytes,
                                 .page_bytes = (size_t)sysconf(_SC_PAGESIZE) };
    return 0;
}

void hal_code_jump(void *at, const void *to)
{
    if (to != NULL)
        posix_jump(at, (int32_t)((intptr_t)to - (intptr_t)at));
    else
        posix_return(at);
}

int hal_code_finish(const struct hal_block *block)
{
    char *start = block->start;

    if (mprotect(start, block->size_bytes, PROT_READ | PROT_EXEC) != 0)
        return -1;
    __builtin___clear_cache(start, start + block->size_bytes);
    return 0;
}

void hal_code_run(const void *first)
{
    void (*run)(void);

    memcpy(&run, &first, sizeof run); /* no cast leads from data to code */
    run();
}

void hal_code_free(struct hal_block *block)
{
    if (block->start != NULL)
        (void)munmap(block->start, block->size_bytes);
    *block = (struct hal_block){ 0 };
}
