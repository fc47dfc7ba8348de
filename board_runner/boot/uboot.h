/* Loads an image through U-Boot, or a boot loader that talks like it, and starts it. */
#ifndef UBOOT_H
#define UBOOT_H

#include "capture/capture.h"

/* Stops the autoboot, loads by YMODEM (lrzsz's sb) or TFTP, compares crc32 with the file's, starts.
 */

struct uboot {
    const char *prompt;   /* begins a line for commands */
    const char *autoboot; /* bytes that stop the count-down */
    char *const *types;   /* lines to type first; ends with NULL */
    bool tftp;            /* else YMODEM */
    const char *address;  /* "0x80300000" */
    const char *file;
    const char *tftp_dir; /* folder of the TFTP server */
    const char *name;     /* of the file there, this run's own */
    bool check;           /* crc32 */
    const char *start;    /* the line that starts the image */
    int64_t prompt_ms, load_ms;
    bool by_hand; /* the user resets the board */
};

/* Starts the image and leaves C counting. Returns 0, or an exit status with the cause in C
 * (stage.h).
 */
int uboot_start(struct capture *c, const struct uboot *u);

#endif
