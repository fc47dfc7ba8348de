/* Boards without an operating system. */
#include <hal/os_work.h>

size_t hal_os_work(enum hal_os_work work, size_t n)
{
    (void)work;
    (void)n;
    return 0;
}
