/* Large pages for arrays that are filled at once. */
#ifndef SIGNATURE_LARGE_PAGES_H
#define SIGNATURE_LARGE_PAGES_H

#include <stddef.h>

/* Asks for huge pages for the N bytes at AT, which come from malloc() and are not touched yet: the
 * system has fewer of them to make. Nothing else changes, also where it has none. */
void large_pages_ask(void *at, size_t n);

#endif
