/* Everything that can be done wrong with regions, once; the rest is measured all the same. */
#include "region.h"
#include <stddef.h>
#include <stdio.h>

int main(void)
{
    char names[REGION_NAMES + 1][8];

    region_end();
    region_begin("Not a name", 1, 1);
    region_end();
    region_begin("a23456789012345678901234", 1, 1);
    region_end();
    region_begin("outer", 1, 100);
    region_begin("inner", 1, 100);
    region_end();
    region_end();
    region_begin("outer", 2, 100);
    region_end();
    for (unsigned i = 0; i < REGION_SIZES; i++) {
        region_begin("outer", 1, 200 + i);
        region_end();
    }
    for (unsigned i = 0; i <= REGION_NAMES; i++) {
        (void)snprintf(names[i], sizeof names[i], "n%u", i);
        region_begin(names[i], 1, 1);
        region_end();
    }
    region_begin("left_open", 1, 1);
    return region_send(NULL);
}
