// SPDX-License-Identifier: Apache-2.0
// A switch allocator with two rotating pointers and nothing else: no age, no connections, no adaptive links.
// Contract: docs/spec/torus-router.md. Input ports 0 to 5 are links with 8 VCs, 6 to 9 the local ports with one.
module SwitchAllocator (
  input clock, reset, io_ageless, io_cutThrough, io_adaptive,
  input [7:0] io_waiting_0, io_waiting_1, io_waiting_2, io_waiting_3, io_waiting_4, io_waiting_5,
  input io_waiting_6, io_waiting_7, io_waiting_8, io_waiting_9,
  input [31:0] io_front_0_0, io_front_0_1, io_front_0_2, io_front_0_3, io_front_0_4, io_front_0_5,
    io_front_0_6, io_front_0_7, io_front_1_0, io_front_1_1, io_front_1_2, io_front_1_3, io_front_1_4,
    io_front_1_5, io_front_1_6, io_front_1_7, io_front_2_0, io_front_2_1, io_front_2_2, io_front_2_3,
    io_front_2_4, io_front_2_5, io_front_2_6, io_front_2_7, io_front_3_0, io_front_3_1, io_front_3_2,
    io_front_3_3, io_front_3_4, io_front_3_5, io_front_3_6, io_front_3_7, io_front_4_0, io_front_4_1,
    io_front_4_2, io_front_4_3, io_front_4_4, io_front_4_5, io_front_4_6, io_front_4_7, io_front_5_0,
    io_front_5_1, io_front_5_2, io_front_5_3, io_front_5_4, io_front_5_5, io_front_5_6, io_front_5_7,
    io_front_6_0, io_front_7_0, io_front_8_0, io_front_9_0,
  input [51:0] io_credits, io_spare, io_unowned, io_starts, io_follows,
  output [2:0] io_pick_0, io_pick_1, io_pick_2, io_pick_3, io_pick_4, io_pick_5, io_pick_6, io_pick_7,
    io_pick_8, io_pick_9,
  output [14:0] io_bind_0_stamp, io_bind_1_stamp, io_bind_2_stamp, io_bind_3_stamp, io_bind_4_stamp,
    io_bind_5_stamp, io_bind_6_stamp, io_bind_7_stamp, io_bind_8_stamp, io_bind_9_stamp,
  output [5:0] io_bind_0_out, io_bind_1_out, io_bind_2_out, io_bind_3_out, io_bind_4_out, io_bind_5_out,
    io_bind_6_out, io_bind_7_out, io_bind_8_out, io_bind_9_out,
  output io_tail_0, io_tail_1, io_tail_2, io_tail_3, io_tail_4, io_tail_5, io_tail_6, io_tail_7, io_tail_8,
    io_tail_9, io_granted_0, io_granted_1, io_granted_2, io_granted_3, io_granted_4, io_granted_5,
    io_granted_6, io_granted_7, io_granted_8, io_granted_9, io_winner_0_valid, io_winner_0_head,
    io_winner_0_tail, io_winner_1_valid, io_winner_1_head, io_winner_1_tail, io_winner_2_valid,
    io_winner_2_head, io_winner_2_tail, io_winner_3_valid, io_winner_3_head, io_winner_3_tail,
    io_winner_4_valid, io_winner_4_head, io_winner_4_tail, io_winner_5_valid, io_winner_5_head,
    io_winner_5_tail, io_winner_6_valid, io_winner_6_head, io_winner_6_tail, io_winner_7_valid,
    io_winner_7_head, io_winner_7_tail, io_winner_8_valid, io_winner_8_head, io_winner_8_tail,
    io_winner_9_valid, io_winner_9_head, io_winner_9_tail,
  output [3:0] io_winner_0_from, io_winner_1_from, io_winner_2_from, io_winner_3_from, io_winner_4_from,
    io_winner_5_from, io_winner_6_from, io_winner_7_from, io_winner_8_from, io_winner_9_from,
  output [2:0] io_winner_0_vc, io_winner_1_vc, io_winner_2_vc, io_winner_3_vc, io_winner_4_vc, io_winner_5_vc,
  output [7:0] io_connections_holder_0, io_connections_holder_1, io_connections_holder_2,
    io_connections_holder_3, io_connections_holder_4, io_connections_holder_5,
  output io_connections_holder_6, io_connections_holder_7, io_connections_holder_8, io_connections_holder_9,
  output [9:0] io_connections_held,
  output io_requests
);
  wire unused = &{1'b0, io_ageless, io_adaptive};
  // Fields of a front flit; `out` is the place of the output VC: link * 8 + VC, or 48 + local port.
  typedef struct packed {
    logic [14:0] stamp;
    logic [1:0] first;
    logic enters; // its escape VC needs room for two packets
    logic [5:0] adaptive;
    logic [5:0] out;
    logic head, tail;
  } flit_t;

  logic [9:0][7:0] waiting;
  flit_t [9:0][7:0] front;
  logic [9:0][2:0] pick, after_vc; // after_vc: the VC that an input port looks at first
  logic [9:0][3:0] from, after_port; // after_port: the input port that an output port looks at first
  flit_t [9:0] word;
  logic [9:0] valid, granted, busy;

  function automatic logic [3:0] port_of(logic [5:0] place);
    return place < 48 ? {1'b0, place[5:3]} : 4'(place - 6'd42);
  endfunction

  function automatic logic may_go(flit_t f);
    logic room;
    room = f.enters ? io_spare[f.out] : io_credits[f.out];
    if (f.head) return room && io_unowned[f.out] && io_starts[f.out];
    return (io_credits[f.out] || io_cutThrough && f.out < 48) && io_follows[f.out];
  endfunction

  always_comb begin
    valid = '0; pick = '0; word = '0; granted = '0; busy = '0; from = '0;
    for (int i = 0; i < 10; i++)
      for (int k = 0; k < 8; k++) begin
        automatic logic [2:0] v = after_vc[i] + 3'(k);
        if (!valid[i] && waiting[i][v] && may_go(front[i][v])) begin
          valid[i] = 1'b1; pick[i] = v; word[i] = front[i][v];
        end
      end
    for (int o = 0; o < 10; o++)
      for (int k = 0; k < 10; k++) begin
        automatic logic [3:0] i = 4'((int'(after_port[o]) + k) % 10);
        if (!busy[o] && valid[i] && port_of(word[i].out) == 4'(o)) begin
          busy[o] = 1'b1; granted[i] = 1'b1; from[o] = i;
        end
      end
  end

  always_ff @(posedge clock)
    for (int i = 0; i < 10; i++) begin
      if (reset) after_vc[i] <= '0;
      else if (valid[i]) after_vc[i] <= pick[i] + 3'(granted[i]); // stays on a VC that is refused
      if (reset) after_port[i] <= '0;
      else if (busy[i]) after_port[i] <= 4'((int'(from[i]) + 1) % 10);
    end

  assign waiting = {{7'b0, io_waiting_9}, {7'b0, io_waiting_8}, {7'b0, io_waiting_7}, {7'b0, io_waiting_6},
    io_waiting_5, io_waiting_4, io_waiting_3, io_waiting_2, io_waiting_1, io_waiting_0};
  assign front = {224'b0, io_front_9_0, 224'b0, io_front_8_0, 224'b0, io_front_7_0, 224'b0, io_front_6_0,
    io_front_5_7, io_front_5_6, io_front_5_5, io_front_5_4, io_front_5_3, io_front_5_2, io_front_5_1,
    io_front_5_0, io_front_4_7, io_front_4_6, io_front_4_5, io_front_4_4, io_front_4_3, io_front_4_2,
    io_front_4_1, io_front_4_0, io_front_3_7, io_front_3_6, io_front_3_5, io_front_3_4, io_front_3_3,
    io_front_3_2, io_front_3_1, io_front_3_0, io_front_2_7, io_front_2_6, io_front_2_5, io_front_2_4,
    io_front_2_3, io_front_2_2, io_front_2_1, io_front_2_0, io_front_1_7, io_front_1_6, io_front_1_5,
    io_front_1_4, io_front_1_3, io_front_1_2, io_front_1_1, io_front_1_0, io_front_0_7, io_front_0_6,
    io_front_0_5, io_front_0_4, io_front_0_3, io_front_0_2, io_front_0_1, io_front_0_0};
  assign {io_pick_9, io_pick_8, io_pick_7, io_pick_6, io_pick_5, io_pick_4, io_pick_3, io_pick_2, io_pick_1,
    io_pick_0} = pick;
  assign {io_granted_9, io_granted_8, io_granted_7, io_granted_6, io_granted_5, io_granted_4, io_granted_3,
    io_granted_2, io_granted_1, io_granted_0} = granted;
  assign {io_winner_9_valid, io_winner_8_valid, io_winner_7_valid, io_winner_6_valid, io_winner_5_valid,
    io_winner_4_valid, io_winner_3_valid, io_winner_2_valid, io_winner_1_valid, io_winner_0_valid} = busy;
  assign {io_winner_9_from, io_winner_8_from, io_winner_7_from, io_winner_6_from, io_winner_5_from,
    io_winner_4_from, io_winner_3_from, io_winner_2_from, io_winner_1_from, io_winner_0_from} = from;
  assign {io_bind_0_stamp, io_bind_0_out, io_tail_0} = {word[0].stamp, word[0].out, word[0].tail};
  assign {io_bind_1_stamp, io_bind_1_out, io_tail_1} = {word[1].stamp, word[1].out, word[1].tail};
  assign {io_bind_2_stamp, io_bind_2_out, io_tail_2} = {word[2].stamp, word[2].out, word[2].tail};
  assign {io_bind_3_stamp, io_bind_3_out, io_tail_3} = {word[3].stamp, word[3].out, word[3].tail};
  assign {io_bind_4_stamp, io_bind_4_out, io_tail_4} = {word[4].stamp, word[4].out, word[4].tail};
  assign {io_bind_5_stamp, io_bind_5_out, io_tail_5} = {word[5].stamp, word[5].out, word[5].tail};
  assign {io_bind_6_stamp, io_bind_6_out, io_tail_6} = {word[6].stamp, word[6].out, word[6].tail};
  assign {io_bind_7_stamp, io_bind_7_out, io_tail_7} = {word[7].stamp, word[7].out, word[7].tail};
  assign {io_bind_8_stamp, io_bind_8_out, io_tail_8} = {word[8].stamp, word[8].out, word[8].tail};
  assign {io_bind_9_stamp, io_bind_9_out, io_tail_9} = {word[9].stamp, word[9].out, word[9].tail};
  assign {io_winner_0_head, io_winner_0_tail} = {2{busy[0]}} & {word[from[0]].head, word[from[0]].tail};
  assign {io_winner_1_head, io_winner_1_tail} = {2{busy[1]}} & {word[from[1]].head, word[from[1]].tail};
  assign {io_winner_2_head, io_winner_2_tail} = {2{busy[2]}} & {word[from[2]].head, word[from[2]].tail};
  assign {io_winner_3_head, io_winner_3_tail} = {2{busy[3]}} & {word[from[3]].head, word[from[3]].tail};
  assign {io_winner_4_head, io_winner_4_tail} = {2{busy[4]}} & {word[from[4]].head, word[from[4]].tail};
  assign {io_winner_5_head, io_winner_5_tail} = {2{busy[5]}} & {word[from[5]].head, word[from[5]].tail};
  assign {io_winner_6_head, io_winner_6_tail} = {2{busy[6]}} & {word[from[6]].head, word[from[6]].tail};
  assign {io_winner_7_head, io_winner_7_tail} = {2{busy[7]}} & {word[from[7]].head, word[from[7]].tail};
  assign {io_winner_8_head, io_winner_8_tail} = {2{busy[8]}} & {word[from[8]].head, word[from[8]].tail};
  assign {io_winner_9_head, io_winner_9_tail} = {2{busy[9]}} & {word[from[9]].head, word[from[9]].tail};
  assign io_winner_0_vc = busy[0] ? word[from[0]].out[2:0] : '0;
  assign io_winner_1_vc = busy[1] ? word[from[1]].out[2:0] : '0;
  assign io_winner_2_vc = busy[2] ? word[from[2]].out[2:0] : '0;
  assign io_winner_3_vc = busy[3] ? word[from[3]].out[2:0] : '0;
  assign io_winner_4_vc = busy[4] ? word[from[4]].out[2:0] : '0;
  assign io_winner_5_vc = busy[5] ? word[from[5]].out[2:0] : '0;
  assign {io_connections_holder_9, io_connections_holder_8, io_connections_holder_7, io_connections_holder_6,
    io_connections_holder_5, io_connections_holder_4, io_connections_holder_3, io_connections_holder_2,
    io_connections_holder_1, io_connections_holder_0} = '0;
  assign io_connections_held = '0;
  assign io_requests = |busy;

  assert property (@(posedge clock) disable iff (reset) $countones(granted) == $countones(busy));
endmodule
