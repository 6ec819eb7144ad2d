/**
 * The NIC of one node with all its units, and its node of the collective network, cycle for cycle as the RTL's. {@link
 * fairlead.twin.nic.Tile} connects the units, each of which has the name of its page in docs/spec.
 */
package fairlead.twin.nic;
