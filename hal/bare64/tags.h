/* Reads a list of tags (ATAGs), as loaders of 32-bit ARM hand it over. */
#ifndef TAGS_H
#define TAGS_H

#include "board_facts.h"

/* Adds memory and command line of the tags at ADDRESS, of which N_BYTES may be read, to *FACTS.
 * Returns whether there is such a list. */
bool tags_read(struct board_facts *facts, uintptr_t address, size_t n_bytes);

#endif
