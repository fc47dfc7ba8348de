#ifndef UBOOT_H
#define UBOOT_H

#include "capture/capture.h"

/* An image onto a board through its boot loader, U-Boot or what talks like it: stop its autoboot,
 * load by YMODEM (lrzsz's sb) or TFTP, compare its crc32 with the file's, start. */

struct uboot {
    const char *prompt;   /* what a line for commands begins with */
    const char *autoboot; /* what stops the count-down */
    char *const *types;   /* lines to type first; ends with NULL */
    bool tftp;            /* else YMODEM */
    const char *address;  /* "0x80300000" */
    const char *file;
    const char *tftp_dir; /* what the server serves */
    const char *name;     /* of the file there: no other board's */
    bool check;
    const char *start; /* the line that starts the image */
    int64_t prompt_ms, load_ms;
    bool by_hand; /* nothing but the user resets the board */
};

/* Leaves C counting, with the image started. 0, or an exit status with the cause in C (stage.h). */
int uboot_start(struct capture *c, const struct uboot *u);

#endif
