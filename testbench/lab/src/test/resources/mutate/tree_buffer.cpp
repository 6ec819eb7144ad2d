// SPDX-License-Identifier: Apache-2.0
// Prints one line for each mutant from 0 to the argument: a hash over the outputs of TreeBuffer under the same inputs.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "VTreeBuffer.h"
#include "verilated.h"

extern "C" void fl_mutant(int number);

int main(int, char** arguments) {
    const int last = std::atoi(arguments[1]);
    for (int number = 0; number <= last; ++number) {
        fl_mutant(number);
        VerilatedContext context;
        VTreeBuffer unit(&context);
        uint64_t random = 88172645463325252u, hash = 14695981039346656037u;
        unsigned held = 0;
        unit.io_depth = 5;
        for (int cycle = 0; cycle < 2000; ++cycle) {
            random ^= random << 13, random ^= random >> 7, random ^= random << 17;
            unit.reset = cycle < 2;
            unit.io_in_valid = cycle > 2 && held < 5 && (random & 3) != 0;
            unit.io_take = cycle > 2 && held > 0 && (random >> 2 & 3) != 0;
            unit.io_in_head = random >> 4 & 1;
            unit.io_in_tail = random >> 5 & 1;
            unit.io_in_w0 = random;
            unit.io_in_w1 = ~random;
            held += unit.io_in_valid - unit.io_take;
            unit.clock = 0;
            unit.eval();
            const uint64_t flags = unit.io_front_valid | unit.io_front_head << 1 | unit.io_front_tail << 2 | unit.io_credit << 3;
            for (const uint64_t word : {flags, uint64_t{unit.io_front_w0}, uint64_t{unit.io_front_w1}}) hash = (hash ^ word) * 1099511628211u;
            unit.clock = 1;
            unit.eval();
        }
        std::printf("%016llx\n", static_cast<unsigned long long>(hash));
    }
}
