/* A fake board at the other end of a pseudo-terminal. */
#ifndef FAKE_LINE_H
#define FAKE_LINE_H

#include "fake_board.h"
#include "pty_board.h"

/* Sends the bytes of DIR/NAME. */
void fake_line_says(const struct fake *fake, struct pty_board *b, const char *name);
/* Says "options now", again until it is answered (it may come while the tool that resets still
 * runs). Fails unless the answer is WANTED, which ends in a carriage return. */
void fake_line_asks(struct pty_board *b, const char *wanted);

#endif
