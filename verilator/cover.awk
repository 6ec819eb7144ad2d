# SPDX-License-Identifier: Apache-2.0
# Verilog of a tile for the coverage build (docs/lab/lockstep.md): beside each register, each column of a memory and each wide port of Tile stand two registers that keep
# which bits were seen to rise and to fall, and of one wider than 4 bits whether it went from all ones to zero (bit 0) or back (bit 1). A register is looked at with its own clock, a port with every clock of the tile, a memory when a word of it is written.
# Every line keeps its number, and what is added has no point of the coverage of lines.
function width(range) { return range == "" ? 1 : substr(range, 2) + 1 }
function keep(name, range) { if (!(name in ranges)) names[++count] = name; ranges[name] = range }
FNR == 1 { delete ranges; delete clocks; count = 0; header = 0; clock = "" }
/^module / { header = $2 ~ /^Tile\(/ }
header && $1 != "module" && !/^\);/ {
  if ($1 ~ /^(input|output)$/) range = $2 ~ /^\[/ ? $2 : ""
  name = $NF
  sub(/,$/, "", name)
  if (name ~ /Clock$/) every = every " or posedge " name
  if (width(range) > 4) { keep(name, range); clocks[name] = "clock" every }
}
/^\);/ { header = 0 }
/^ *reg / {
  name = $(2 + ($2 ~ /^\[/))
  sub(/(\[0:.*)?;.*/, "", name)
  keep(name, $2 ~ /^\[/ ? $2 : "")
}
/^  always @\(posedge / { clock = $3; sub(/\).*/, "", clock) }
/^  end/ { clock = "" }
clock != "" && /^ *[A-Za-z_0-9]+ *(\[[^]]*\] *)?<=( |$)/ {
  name = $1
  sub(/[^A-Za-z_0-9].*/, "", name)
  if (name in ranges) clocks[name] = clock
}
/Memory\[W[0-9]+_addr\] <= / {
  word = $1
  data = substr($3, 1, length($3) - 1)
  print "    begin " $0 " rose_Memory <= rose_Memory | " data " & ~" word "; fell_Memory <= fell_Memory | ~" data " & " word "; wrap_Memory <= wrap_Memory | {~|" word " & (&" data "), &" word " & ~|" data "}; end"
  next
}
/^endmodule/ {
  print "/*verilator coverage_off*/"
  for (i = 1; i <= count; i++) {
    name = names[i]
    if (!(name in clocks)) continue # a value of always @(*)
    print "  reg " ranges[name] " rose_" name " /*verilator public_flat_rd*/;\n  reg " ranges[name] " fell_" name " /*verilator public_flat_rd*/;"
    print "  reg [1:0] wrap_" name " /*verilator public_flat_rd*/;"
    if (name == "Memory") continue
    print "  reg " ranges[name] " last_" name " /*verilator public_flat_rd*/;\n  always @(posedge " clocks[name] ") begin"
    print "    last_" name " <= " name ";\n    rose_" name " <= rose_" name " | " name " & ~last_" name ";"
    print "    fell_" name " <= fell_" name " | ~" name " & last_" name ";"
    if (width(ranges[name]) > 4) print "    wrap_" name " <= wrap_" name " | {~|last_" name " & (&" name "), &last_" name " & ~|" name "};"
    print "  end"
  }
}
{ print }
