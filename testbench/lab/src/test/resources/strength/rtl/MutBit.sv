// SPDX-License-Identifier: Apache-2.0
// High while edit K is the one of this simulation: written once, as a tile is made (scripts/lib/rtl-strength.sh).
module MutBit #(parameter K = 0) (output m);
  reg chosen;
  assign m = chosen;
  initial chosen = ($c32("fl_edit") == K);
endmodule
