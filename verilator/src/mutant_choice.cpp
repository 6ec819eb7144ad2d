// SPDX-License-Identifier: Apache-2.0
// Only in libraries of mutants (fairlead.mutate): the mutant that each model reads once, when it is first evaluated.

static int chosen = 0;

extern "C" {

/// Chooses a mutant for the models that are made from now on; 0 is the machine without any.
void fl_mutant(int number);
/// What the Verilog of the mutants calls.
int fl_mutant_chosen();

void fl_mutant(int number) { chosen = number; }

int fl_mutant_chosen() { return chosen; }

}  // extern "C"
