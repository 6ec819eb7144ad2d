// SPDX-License-Identifier: Apache-2.0
`timescale 1ns/1ns
module Bench;
  integer seed = %1$d;
  integer played, judged, told;
  reg begun, done = 0;
  reg [%2$d + %3$d + 1:0] edges [0:%9$d - 1];
  reg [%2$d:0] pins, in;
  reg [%3$d:0] want;
  wire [%3$d:0] out, counts;
%4$s
  %15$s tile(%5$s);

  task tell(input [8*48-1:0] name, input [127:0] difference, input [127:0] got, input [127:0] wanted);
    if (difference !== 0) begin
      $display("%6$s%%0d %%0s %%0h %%0h", played, name, got, wanted);
      told = told + 1;
    end
  endtask

  task judge; begin
%7$s
  end endtask

  initial begin
    played = 0; judged = 0; told = 0; begun = 0; in = 0;
    $readmemh("%8$s", edges);
    while (told < %10$d && played < %9$d) begin
      {pins, want} = edges[played];
      in = pins;
      #1 {%11$s} = {%12$s};
      #1 if (begun && !in[%13$d]) begin
        judged = judged + 1;
        if (((out ^ want) & counts) !== 0) judge;
      end
      if (in[%13$d]) begun = 1;
      {%11$s} = 0;
      #1 played = played + 1;
    end
    done = 1;
  end

  // apart from the loop, in whose process Verilator 5.006 takes the first value of a counter for the last one
  always @(posedge done) begin
    $display("%14$s%%0d %%0d", played, judged);
    $finish;
  end
endmodule
