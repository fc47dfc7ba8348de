/* Joins items into groups and counts them. */
#include "partition.h"

void partition_apart(unsigned *group, size_t n)
{
    for (size_t i = 0; i < n; i++)
        group[i] = (unsigned)i;
}

void partition_join(unsigned *group, size_t n, size_t a, size_t b)
{
    unsigned from = group[a] > group[b] ? group[a] : group[b];
    unsigned to = group[a] > group[b] ? group[b] : group[a];

    for (size_t i = 0; i < n; i++)
        if (group[i] == from)
            group[i] = to;
}

static size_t members_of(const unsigned *group, size_t n, size_t number)
{
    size_t members = 0;

    for (size_t i = 0; i < n; i++)
        members += group[i] == number;
    return members;
}

struct partition_sizes partition_sizes(const unsigned *group, size_t n)
{
    struct partition_sizes sizes = { .least = n };

    for (size_t number = 0; number < n; number++) {
        size_t members = members_of(group, n, number);

        if (members == 0)
            continue;
        sizes.groups++;
        sizes.least = members < sizes.least ? members : sizes.least;
        sizes.most = members > sizes.most ? members : sizes.most;
    }
    return sizes;
}
