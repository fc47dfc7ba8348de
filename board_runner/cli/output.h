/* The end of what a command writes to standard output. */
#ifndef OUTPUT_H
#define OUTPUT_H

/* Flushes standard output. Returns STATUS, or EXIT_LOG_LOST after a message when bytes were lost.
 */
int output_flush(int status);

#endif
