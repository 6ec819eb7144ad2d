# Of a Verilated header: the ports, each as one call of UnitModel::port.
s/^ *VL_(IN|OUT)(8|16|64|W)?\(&([A-Za-z0-9_]+),([0-9]+),0(,[0-9]+)?\);.*/        port("\3", \4 + 1, #\1, \&top.\3, sizeof top.\3);/
T
s/#IN/true/
s/#OUT/false/
p
