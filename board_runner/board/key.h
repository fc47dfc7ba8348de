/* The keys of board.txt, and what may be under each. */
#ifndef BOARD_KEY_H
#define BOARD_KEY_H

#include <stdbool.h>
#include <stddef.h>

/* docs/reference/boards.md explains each key. */

enum board_key {
    BOARD_ABOUT,
    BOARD_LIKE,
    BOARD_RUN,
    BOARD_SERIAL,
    BOARD_USB,
    BOARD_SSH,
    BOARD_SSH_OPTIONS,
    BOARD_BAUD,
    BOARD_PARITY,
    BOARD_FLOW,
    BOARD_POWER,
    BOARD_POWER_OFF,
    BOARD_UPLOAD,
    BOARD_RESET,
    BOARD_PROMPT,
    BOARD_AUTOBOOT,
    BOARD_TYPE,
    BOARD_LOAD,
    BOARD_TFTP,
    BOARD_CHECK,
    BOARD_START,
    BOARD_HELLO,
    BOARD_SILENCE,
    BOARD_POWER_TIMEOUT,
    BOARD_UPLOAD_TIMEOUT,
    BOARD_RESET_TIMEOUT,
    BOARD_PROMPT_TIMEOUT,
    BOARD_LOAD_TIMEOUT,
    BOARD_LAVA,
    BOARD_KEYS, /* how many */
};

/* Keys that are given together, or are allowed with others only. */
enum board_group {
    BOARD_ANY,
    BOARD_LINK,        /* the way to the board: one in a later file replaces all of these */
    BOARD_ON_PORT,     /* only beside `serial` or `usb` */
    BOARD_BOOT_LOADER, /* only with `load` */
};

enum { BOARD_WHY_BYTES = 256 };

struct board_key_facts {
    const char *name;
    const char *fallback; /* the value where none is given; NULL: no value */
    enum board_group group;
    bool many; /* may be given several times */
    /* Returns true when VALUE is allowed, else false with the reason in WHY. NULL: any is. */
    bool (*fits)(const char *value, char why[BOARD_WHY_BYTES]);
};

extern const struct board_key_facts board_keys[BOARD_KEYS];

/* Returns the key of that name, or BOARD_KEYS. */
enum board_key board_key_find(const char *name);
/* Writes all names to TEXT, with ", " between them, cut at ROOM - 1 bytes. */
void board_key_names(char *text, size_t room);

/* Reads TEXT, a decimal number from LEAST to MOST (not negative) and nothing else, into *VALUE.
 * Returns false, with *VALUE as it was, when TEXT is none. */
bool number_read(const char *text, long least, long most, long *value);

#endif
