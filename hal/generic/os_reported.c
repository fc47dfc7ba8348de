/* A system that reports nothing of the hardware, or none. */
#include <hal/os_reported.h>
#include <stddef.h>

const char *hal_os_reported_source(void)
{
    return NULL;
}

bool hal_os_reported(unsigned i, struct hal_os_reported *reported)
{
    (void)i;
    (void)reported;
    return false;
}
