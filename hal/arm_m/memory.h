/* Memory of a board with a Cortex-M. */
#ifndef MEMORY_H
#define MEMORY_H

/* Gives hal_alloc() what follows the image's data, as far as it holds what is written there (a note
 * of the log says where it ends early), and the board's other memories. Once, at the start. */
void m_memory_add(void);

#endif
