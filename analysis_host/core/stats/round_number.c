/* Round numbers: a small odd factor times a power of two. */
#include "stats.h"
#include <math.h>

double stats_round_number(double value, double low, double high)
{
    /* The largest power of two that has a multiple within the bounds leaves the smallest factor; it
     * has one multiple there, as of two neighbours one would be even. */
    for (double unit = exp2(floor(log2(fmax(high, 1)))); unit >= 1; unit /= 2) {
        double multiple = ceil(low / unit) * unit;

        if (multiple <= 0 || multiple > high)
            continue;
        while (multiple == unit && unit / 2 >= low && value * value < unit * unit / 2)
            multiple = unit /= 2;
        return multiple;
    }
    return 0;
}

double stats_odd_part(double n)
{
    while (n >= 2 && fmod(n, 2) == 0)
        n /= 2;
    return n;
}
