/* Which memory an image on a 64-bit board has, and how it is mapped. */
#ifndef MEMORY_H
#define MEMORY_H

/* Maps devices, image and memory, leaves holes below stacks and at address 0, and gives the memory
 * to hal_alloc(): windows of 4 KiB pages and of 2 MiB blocks. Ends the run with a message where the
 * memory is too small. Once, console on, before port_paging_on(). */
void memory64_map(void);

/* Returns where the tables end, which begin after the image. */
char *memory64_tables_end(void);

#endif
