/* Counts what the test's script says. */
#include "fake.h"
#include <hal/traffic.h>

unsigned hal_traffic_levels(void)
{
    return fake.traffic.levels;
}

const char *hal_traffic_name(void)
{
    return fake.traffic.levels > 0 ? "fake" : NULL;
}

int hal_traffic_read(unsigned level, struct hal_traffic *traffic)
{
    if (level >= fake.traffic.levels)
        return -1;
    fake.traffic.readings++;
    *traffic = (struct hal_traffic){ fake.traffic.readings * (level + 1),
                                     fake.traffic.readings * 10 * (level + 1), 64 };
    return 0;
}
