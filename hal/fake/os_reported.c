/* Reports what the test's script says. */
#include "fake.h"
#include <hal/os_reported.h>

const char *hal_os_reported_source(void)
{
    return fake.os_reported.n > 0 ? fake.os_reported.source : NULL;
}

bool hal_os_reported(unsigned i, struct hal_os_reported *reported)
{
    if (i >= fake.os_reported.n)
        return false;
    *reported = fake.os_reported.at[i];
    return true;
}
