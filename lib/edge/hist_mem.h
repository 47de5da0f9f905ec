#ifndef BH_EDGE_HIST_MEM_H
#define BH_EDGE_HIST_MEM_H

/*
 * Memory for libgit2, before it is started: without any left the program ends,
 * as it does for its own.  The library itself recurses until the stack is full.
 */
void	bh_hist_mem(void);

#endif
