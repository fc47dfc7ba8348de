/* Sorts the probes of the image by their ranks. */
#include "order.h"
#include "probe.h"

unsigned order_all(unsigned index[ORDER_MOST])
{
    unsigned n = 0;

    for (unsigned i = 0; i < probe_table_count && n < ORDER_MOST; i++) {
        unsigned at = n++;

        for (; at > 0 && probe_table[index[at - 1]].probe->rank > probe_table[i].probe->rank; at--)
            index[at] = index[at - 1];
        index[at] = i;
    }
    return n;
}
