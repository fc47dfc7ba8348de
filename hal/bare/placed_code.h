/* Code and pointers that the linker placed in the image, for memories that are only read. */
#ifndef PLACED_CODE_H
#define PLACED_CODE_H

#include <hal/regions.h>

/* The code of a hop, of the hop that ends a walk, and code without a jump, whose length
 * placed_straight_bytes() returns, 0 where it is not known. */
void placed_hop(struct hal_hop *hop);
void placed_end(struct hal_hop *hop);
uint32_t placed_straight(uint32_t a, uint32_t b, uint32_t c, uint32_t d);
uint32_t placed_straight_end(void);
size_t placed_straight_bytes(void);

/* As hal_region_place() without a block. From the port: placed.c, of this folder where the port has
 * no such file. */
int placed_by_linker(const struct hal_region *region, struct hal_region_code *code);

#endif
