/* No traffic is counted. */
#include <hal/traffic.h>
#include <stddef.h>

unsigned hal_traffic_levels(void)
{
    return 0;
}

const char *hal_traffic_name(void)
{
    return NULL;
}

int hal_traffic_read(unsigned level, struct hal_traffic *traffic)
{
    (void)level;
    (void)traffic;
    return -1;
}

const char *hal_traffic_lacking(void)
{
    return hal_traffic_levels() > 0 ? NULL : "this port reads no counters of caches";
}

unsigned hal_traffic_passes(void)
{
    return 1;
}

void hal_traffic_begin(unsigned pass)
{
    (void)pass;
}
