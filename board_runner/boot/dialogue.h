#ifndef DIALOGUE_H
#define DIALOGUE_H

#include "stage.h"

/* Talking to a boot loader over the line of a capture: type something, wait for an answer. */

enum { DIALOGUE_BYTES = 4096 };

struct dialogue {
    struct capture *c;
    char text[DIALOGUE_BYTES + 1]; /* what came since dialogue_forget(), the newest of it */
    size_t n;
    int64_t last_ms; /* when the last of it came */
};

/* Listens to C from now on; until dialogue_end(). */
void dialogue_begin(struct dialogue *d, struct capture *c);
void dialogue_end(struct dialogue *d);
void dialogue_forget(struct dialogue *d);
/* Writes N bytes to the board. As stage_wait(). */
int dialogue_write(struct dialogue *d, const char *bytes, size_t n);
/* Takes bytes of the board: what capture calls, for those who listen, too. */
void dialogue_hear(void *dialogue, const char *bytes, size_t n);
/* Waits until TEXT has come. Fails when the stage's time is over, with EXIT_SILENT when nothing at
 * all came since dialogue_forget(), and when INSTEAD (may be NULL) came without it. */
int dialogue_expect(struct dialogue *d, const char *text, const char *instead);
/* Waits until nothing has come for QUIET_MS. */
int dialogue_settle(struct dialogue *d, int64_t quiet_ms);
/* Types LINE at the prompt: sees it echoed before it is ended, as lines lose bytes; a line that
 * comes back wrong is given up and typed again. */
int dialogue_type(struct dialogue *d, const char *line);

#endif
