// SPDX-License-Identifier: Apache-2.0
package fairlead.params

/** One field of a record in shared memory: little-endian, at its natural alignment. */
final case class RecordField(name: String, bytes: Int, doc: String)

/** Records that C++ and Java exchange through shared buffers. Offsets follow from the order; no field straddles its
  * alignment.
  */
object Records {
  val event: Seq[RecordField] = Seq(
    RecordField("cycle", 8, "cycle in which it happened"),
    RecordField("node", 2, "rank"),
    RecordField("unit", 1, "EventUnit"),
    RecordField("kind", 1, "EventKind"),
    RecordField("sequence", 4, "count of the events of one unit in one cycle"),
    RecordField("a", 8, "by kind"),
    RecordField("b", 8, "by kind"),
    RecordField("c", 8, "by kind")
  )
  val command: Seq[RecordField] = Seq(
    RecordField("cycle", 8, "earliest cycle in which it may act"),
    RecordField("node", 4, "rank"),
    RecordField("task", 2, "of the node"),
    RecordField("op", 2, "TileCommand or HostCommand"),
    RecordField("w0", 8, "by op"),
    RecordField("w1", 8, "by op"),
    RecordField("w2", 8, "by op"),
    RecordField("w3", 8, "by op"),
    RecordField("sequence", 4, "unique within a node; rises in the order of the commands"),
    RecordField("owner", 4, "of the command: a task of the node, or 16, the system"),
    RecordField("zero", 8, "0")
  )
  val all: Seq[(String, Seq[RecordField])] = Seq("EventRecord" -> event, "CommandRecord" -> command)

  def offsets(fields: Seq[RecordField]): Seq[Int] = {
    val all = fields.scanLeft(0)(_ + _.bytes)
    fields.zip(all).foreach { case (f, o) => require(o % f.bytes == 0, s"Records: ${f.name} is not aligned at $o") }
    all.init
  }
}
