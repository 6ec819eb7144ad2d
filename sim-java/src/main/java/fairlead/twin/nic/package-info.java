/**
 * The NIC of one node with all its units, and its node of the collective network, cycle for cycle as the RTL's. {@link
 * fairlead.twin.nic.Tile} connects the units, each of which has the name of its page in docs/spec.
 *
 * <p>In each cycle t in which the tile is awake, the tile delivers the inputs and commands of t, then calls the {@code
 * step} of every unit that has one, and then the {@code edge} of every unit. The contract of a unit is:
 * <ul>
 * <li>The step decides. It may send questions to other units, which answer from their registers, and notices. The
 * answers of its own unit do not change in a step. A unit without questions and notices of its own has no step.
 * <li>The edge ends cycle t: decisions and received notices become state. It sends neither questions nor notices.
 * <li>{@code busy} is false only if a step in the next cycle, without any input or notice, would change no state and
 * emit no event.
 * </ul>
 *
 * <p>The order of the steps, and the order of the edges, therefore changes no event. The tile asserts that no unit
 * receives a notice in an edge, and a test runs it in other orders. Two units use the fact that no other unit can
 * observe a part of their state: DmaTx, which receives no questions, changes its registers in its step; DmaRx selects
 * at the edge the actions of its next step.
 */
package fairlead.twin.nic;
