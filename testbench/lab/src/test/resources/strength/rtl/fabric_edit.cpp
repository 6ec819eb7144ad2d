// SPDX-License-Identifier: Apache-2.0
// The edit of the simulations that begin from now on; 0 is none (scripts/lib/rtl-strength.sh).
extern int fl_edit;
int fl_edit = 0;
extern "C" void fl_choose(int edit) { fl_edit = edit; }
