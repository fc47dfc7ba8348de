/* Runs an image on a machine that is reached by ssh. */
#ifndef SSH_H
#define SSH_H

#include "capture/capture.h"

/* The programs ssh and scp are run: the user's own configuration, keys and agents hold. */

enum { SSH_DIR_BYTES = 128 };

struct ssh {
    const char *host;     /* as ssh takes it */
    char *const *options; /* for ssh and scp; ends with NULL */
    const char *image;
    const char *run; /* a command (board/command.h); {image} is the copy */
    char *const *probe_options;
    int64_t limit_ms;        /* for each stage */
    char dir[SSH_DIR_BYTES]; /* folder on the host, this run's own; "" when there is none */
};

/* Copies the image and starts it as C's link, which the caller closes. Returns 0, or an exit status
 * with the cause in C (stage.h). */
int ssh_start(struct capture *c, struct ssh *ssh);
/* Ends the image if it still runs and removes the folder. Returns as ssh_start(). */
int ssh_clean_up(struct capture *c, struct ssh *ssh);

#endif
