/* From the entry to main(). */
#include "system.h"
#include <hal/console.h>

enum { AUX_END = 0, AUX_PAGE_BYTES = 6, USUAL_PAGE_BYTES = 16 * 1024 };

static size_t page_bytes = USUAL_PAGE_BYTES;

size_t ia64_page_bytes(void)
{
    return page_bytes;
}

/* Reads what the kernel passes after the environment: pairs of a key and a value (elf.h,
 * AT_PAGESZ).
 */
static void read_auxiliary(const unsigned long *at)
{
    for (; at[0] != AUX_END; at += 2)
        if (at[0] == AUX_PAGE_BYTES)
            page_bytes = at[1];
}

int main(int argc, char **argv);
_Noreturn void ia64_start(const unsigned long *stack);

/* Called by _start with the stack as the kernel left it: argc, argv and NULL, environment and NULL.
 */
_Noreturn void ia64_start(const unsigned long *stack)
{
    char **argv = (char **)(stack + 1);
    char **environment = argv + stack[0] + 1;

    while (*environment)
        environment++;
    read_auxiliary((const unsigned long *)(environment + 1));
    ia64_stay();
    ia64_exit(main((int)stack[0], argv));
}
