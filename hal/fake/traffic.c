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
    *traffic = (struct hal_traffic){
        .in_lines = fake.traffic.readings * (level + 1),
        .out_lines = fake.traffic.readings * 10 * (level + 1),
        .line_bytes = 64,
        .in_only = fake.traffic.in_only,
        .walks_counted = fake.traffic.walks,
        .walks = fake.traffic.walks ? fake.traffic.readings * 7 : 0,
    };
    return 0;
}

const char *hal_traffic_lacking(void)
{
    return hal_traffic_levels() > 0 ? NULL : "none by the script";
}

unsigned hal_traffic_passes(void)
{
    return 1;
}

void hal_traffic_begin(unsigned pass)
{
    (void)pass;
}
