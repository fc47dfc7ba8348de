/* Items in groups: a number for each item, the same for those of one group. */
#ifndef MODEL_PARTITION_H
#define MODEL_PARTITION_H

#include <stddef.h>

/* Makes each of the N items of GROUP a group of its own, numbered as the item. */
void partition_apart(unsigned *group, size_t n);

/* Makes one group of those that items A and B are in; it keeps the lower of the two numbers. A and
 * B are below N. */
void partition_join(unsigned *group, size_t n, size_t a, size_t b);

struct partition_sizes {
    size_t groups;      /* that have members */
    size_t least, most; /* members of the smallest and of the largest; 0 where N is 0 */
};

/* Counts the groups of the N items; numbers in GROUP are below N. */
struct partition_sizes partition_sizes(const unsigned *group, size_t n);

#endif
