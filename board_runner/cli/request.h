/* The request: values from the command line, and the folders of images. */
#ifndef REQUEST_H
#define REQUEST_H

#include "board/file.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Texts are the caller's. */
struct request {
    const char *verb;
    char **words; /* after the verb */
    size_t n_words;
    struct board_places places;
    const char *image;      /* NULL: the board's own */
    const char *log;        /* NULL: standard output */
    const char *output_dir; /* folder where logs get names of their own; NULL: none */
    const char *port, *baud, *parity, *flow; /* in place of the board's; NULL: the board's */
    int64_t silence_ms;                      /* -1: the board's */
    bool all, append, quiet, plain;
    char *const *options; /* for the probes; ends with NULL */
};

/* Where images are: IMAGE_DIR has the one of TARGET, IMAGES_DIR a folder for each other board, both
 * as builds make them. Where the program is installed, SOURCE_DIR is NULL and IMAGES_DIR relative:
 * that of the sources, for whoever stands in them. */
struct request_build {
    const char *source_dir, *image_dir, *images_dir, *target;
};
extern struct request_build request_build;

#endif
