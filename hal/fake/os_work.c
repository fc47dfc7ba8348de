/* What an operating system does, as the test scripts it. */
#include "fake.h"
#include <hal/os_work.h>

enum { ENTRIES = 3 };

size_t hal_os_work(enum hal_os_work work, size_t n)
{
    if (!fake.untouched.there || fake.untouched.no_file)
        return 0;
    if (work == HAL_OS_GROW)
        fake.untouched.file_pages += n;
    if (work == HAL_OS_EMPTY)
        fake.untouched.file_pages = 0;
    return work == HAL_OS_GROW ? n : work == HAL_OS_LIST ? ENTRIES : 1;
}
