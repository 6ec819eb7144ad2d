// SPDX-License-Identifier: Apache-2.0
// Fails the machine in the cycle in which `fails` is 1, with the name of the property, in a process that has assertions
// switched on.
(* keep *)
module FlAssertion #(parameter NAME = "") (input clock, input fails);
`ifndef SYNTHESIS
  import "DPI-C" function int fl_asserted();
  always @(posedge clock) begin
    if (fails && fl_asserted() != 0) begin
      $error("Assertion failed: %s", NAME);
      $fatal;
    end
  end
`endif
endmodule
