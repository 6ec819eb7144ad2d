// SPDX-License-Identifier: Apache-2.0
(* keep *)
module FlChosen(output reg [15:0] number);
`ifndef SYNTHESIS
  import "DPI-C" function int fl_mutant_chosen();
  initial number = fl_mutant_chosen();
`endif
endmodule
