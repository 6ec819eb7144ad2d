// SPDX-License-Identifier: Apache-2.0
// Blocking calls, one after the other, with which `bench native` measures.
#include <shmem.h>
#include <stdlib.h>

static long word[64];

int main(int count, char** arguments) {
    long calls = count > 1 ? atol(arguments[1]) : 0, sum = 0;
    shmem_init();
    int me = shmem_my_pe(), pes = shmem_n_pes();
    for (int i = 0; i < 64; i++) word[i] = me * 64 + i;
    shmem_barrier_all();
    for (long i = 0; i < calls; i++) sum += shmem_long_g(&word[i % 64], (me + 1 + i % (pes - 1)) % pes);
    shmem_barrier_all();
    shmem_finalize();
    return sum < 0;
}
