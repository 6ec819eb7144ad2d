// SPDX-License-Identifier: Apache-2.0
// What the programs of this folder share: each checks itself and has exit code 0 if all is right.
#ifndef CHECK_H
#define CHECK_H
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(holds)                                                                          \
    do {                                                                                      \
        if (!(holds)) {                                                                       \
            printf("PE %d: %s:%d: %s\n", shmem_my_pe(), __FILE__, __LINE__, #holds);           \
            shmem_global_exit(1);                                                             \
        }                                                                                     \
    } while (0)

static inline int next_pe(void) { return (shmem_my_pe() + 1) % shmem_n_pes(); }
static inline int last_pe(void) { return (shmem_my_pe() + shmem_n_pes() - 1) % shmem_n_pes(); }
#endif
