/* The order in which probes run. */
#ifndef ORDER_H
#define ORDER_H

enum { ORDER_MOST = 64 }; /* probes of an image */

/* Fills INDEX with the numbers that all probes have in probe_table, in ascending rank; how many
 * they are, at most ORDER_MOST. */
unsigned order_all(unsigned index[ORDER_MOST]);

#endif
