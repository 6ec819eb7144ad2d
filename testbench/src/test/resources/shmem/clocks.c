// SPDX-License-Identifier: Apache-2.0
// Clocks show cycles as nanoseconds: they move on with each call, a sleep takes what it says, and no run differs.
#define _GNU_SOURCE
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include "check.h"

static long now(void) {
    struct timespec t;
    CHECK(clock_gettime(CLOCK_MONOTONIC, &t) == 0);
    return t.tv_sec * 1000000000L + t.tv_nsec;
}

int main(void) {
    shmem_init();
    long first = now(), second = now();
    CHECK(second > first && second - first < 1000 && first < 100000);
    CHECK(usleep(3) == 0 && now() - second >= 3000);
    struct timespec wait = {0, 500};
    second = now();
    CHECK(nanosleep(&wait, NULL) == 0 && now() - second >= 500);
    struct timeval day;
    CHECK(gettimeofday(&day, NULL) == 0 && day.tv_sec == 0 && time(NULL) == 0 && clock() >= 0);
    printf("PE %d ends at %ld\n", shmem_my_pe(), now());
    shmem_finalize();
    return 0;
}
