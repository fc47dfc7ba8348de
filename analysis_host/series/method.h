#ifndef METHOD_H
#define METHOD_H

/* Whose rules turn samples into answers: this project's, or the published ones alone. */
enum method { METHOD_ROBUST, METHOD_PAPER };

#endif
