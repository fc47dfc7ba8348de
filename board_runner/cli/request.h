/* The request: values from the command line, and the folders of images. */
#ifndef REQUEST_H
#define REQUEST_H

#include "board/file.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Folders of images, as builds make them. */
struct image_places {
    const char *source_dir; /* the sources; NULL: the program is installed */
    const char *image_dir;  /* has the image of TARGET */
    const char *images_dir; /* has a folder with an image for each other board */
    const char *target;
};

/* Texts are the caller's. */
struct request {
    const char *verb;
    char **words; /* after the verb */
    size_t n_words;
    struct board_places places;
    struct image_places images;
    const char *image;      /* NULL: the board's own */
    const char *log;        /* NULL: standard output */
    const char *output_dir; /* folder where logs get names of their own; NULL: none */
    const char *port, *baud, *parity, *flow; /* in place of the board's; NULL: the board's */
    int64_t silence_ms;                      /* -1: the board's */
    unsigned rounds;                         /* at most so many in all; 0: the default */
    const char *analyze;                     /* program; NULL: the one next to this program */
    const char *analyze_beside;              /* its path */
    const char *plan;                        /* of `tune`: a file; NULL: the log's own */
    bool force;                              /* a plan of another board is tried, too */
    bool all, append, quiet, plain;
    char *const *options; /* for the probes; ends with NULL */
};

#endif
