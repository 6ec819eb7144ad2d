// SPDX-License-Identifier: Apache-2.0
// More memory is accessed than the machine has.
#include <shmem.h>

static char big[1 << 20];

int main(void) {
    static char source[1 << 20];
    shmem_init();
    shmem_putmem(big, source, sizeof big, 0);
    return 0;
}
