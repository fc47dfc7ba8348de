/* Talks to a boot loader over the line of a capture: types, and waits for answers. */
#ifndef DIALOGUE_H
#define DIALOGUE_H

#include "stage.h"

/* Functions that can fail return 0 or an exit status (stage.h). */

enum { DIALOGUE_BYTES = 4096 };

struct dialogue {
    struct capture *c;
    char text[DIALOGUE_BYTES + 1]; /* the newest bytes since dialogue_forget() */
    size_t n;
    int64_t last_ms; /* time of the last byte */
};

/* Listens to C until dialogue_end(). */
void dialogue_begin(struct dialogue *d, struct capture *c);
void dialogue_end(struct dialogue *d);
/* Forgets all that came so far. */
void dialogue_forget(struct dialogue *d);
/* Writes N bytes to the board. */
int dialogue_write(struct dialogue *d, const char *bytes, size_t n);
/* Takes N bytes of the board: the callback of a capture; others that listen call it, too. */
void dialogue_hear(void *dialogue, const char *bytes, size_t n);
/* Waits until TEXT has come. Fails when the stage's time is over (EXIT_SILENT when nothing at all
 * came since dialogue_forget()), or when INSTEAD (may be NULL) came and TEXT did not. */
int dialogue_expect(struct dialogue *d, const char *text, const char *instead);
/* Waits until nothing has come for QUIET_MS, or the stage's time is over. */
int dialogue_settle(struct dialogue *d, int64_t quiet_ms);
/* Types LINE at the prompt and ends it once its echo came back: serial lines lose bytes. A line
 * whose echo is wrong is abandoned and typed again. */
int dialogue_type(struct dialogue *d, const char *line);

#endif
