/* A machine file with some keys set otherwise, so that one file serves for many conditions. */
#ifndef VARIANT_H
#define VARIANT_H

#include <stdbool.h>
#include <stddef.h>

enum { VARIANT_KEYS = 16 };

struct variant_key {
    char section[16], key[16], value[40];
};

struct variant {
    char name[64];
    bool noisy; /* variant_set_noise() under KEYS, for each machine by its clock */
    unsigned long long noise_seed;
    struct variant_key keys[VARIANT_KEYS];
    size_t n_keys;
};

/* Sets KEY in SECTION, in place of an earlier value; 0, or -1 when that is too long or one too
 * many. */
int variant_set(struct variant *variant, const char *section, const char *key, const char *value);

/* The same for every "key=value" of the list SPEC, commas between. */
int variant_set_list(struct variant *variant, const char *section, const char *spec);

/* Interrupts at 1000 Hz that take 5 us and bring in 50 lines, timings that are up to ten times too
 * long, shaken and drifting, and a clock of 20 ticks; MHZ is the machine's, SEED begins it all. */
int variant_set_noise(struct variant *variant, unsigned long long mhz, unsigned long long seed);

/* Returns true when VARIANT changes anything. */
bool variant_changes(const struct variant *variant);

/* Copies the file FROM, of a machine of MHZ, to TO with the keys of VARIANT in place of its own.
 * 0, or -1 with errno. */
int variant_write(const struct variant *variant, unsigned long long mhz, const char *from,
                  const char *to);

#endif
