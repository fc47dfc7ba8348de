/* Whose rules turn samples into answers. */
#ifndef METHOD_H
#define METHOD_H

/* This project's rules, or the published ones alone. */
enum method { METHOD_ROBUST, METHOD_PAPER };

#endif
