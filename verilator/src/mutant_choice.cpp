// SPDX-License-Identifier: Apache-2.0
// Only in libraries of mutants (fairlead.lab.mutate): the mutant that each model reads once, when it is first
// evaluated, and whether assertions fail.

static int chosen = 0;
static int asserted = 0;

extern "C" {

/// Chooses a mutant for the models that are made from now on; 0 is the machine without any.
void fl_mutant(int number);
/// Switches the assertions of all models on or off; they begin off.
void fl_assertions(int on);
/// What the Verilog of the mutants calls.
int fl_mutant_chosen();
int fl_asserted();

void fl_mutant(int number) { chosen = number; }

void fl_assertions(int on) { asserted = on; }

int fl_mutant_chosen() { return chosen; }

int fl_asserted() { return asserted; }

}  // extern "C"
