# Period in ns, and the shares of it that logic outside takes before an input and after an output.
set period 2.0
set share 0.3
create_clock -name clock -period $period [get_ports clock]
set inputs [remove_from_collection [all_inputs] [get_ports clock]]
set_input_delay [expr {$share * $period}] -clock clock $inputs
set_output_delay [expr {$share * $period}] -clock clock [all_outputs]
# low but for a scan test
if {[sizeof_collection [get_ports -quiet testEnable]] > 0} { set_case_analysis 0 [get_ports testEnable] }
