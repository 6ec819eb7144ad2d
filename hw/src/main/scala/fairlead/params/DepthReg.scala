// SPDX-License-Identifier: Apache-2.0
package fairlead.params

/** Configuration registers of buffers that differ in depth, and of tables, in the number space of ConfigReg. Each field
  * of a register of depths is a BufferDepth, 13 bits from bit 13i on; one whose depth is 0 keeps what
  * LINK_DEPTH and ROUTING, or the register of all buffers of its kind, have written before.
  */
object DepthReg {
  private val words = "BufferDepth 4"
  private def link(number: Int, axis: String) = Code(
    s"LINK_DEPTHS_$axis",
    number,
    s"BufferDepth fields 0 to 3: request escape, request adaptive, response escape, response adaptive VCs of the links in ${axis.toLowerCase}, here and at the neighbours"
  ).from(0, words)
  val Links = Seq(link(48, "X"), link(49, "Y"), link(50, "Z"))
  val Local = Code("LOCAL_DEPTHS", 51,
    "BufferDepth fields 0 to 3, without slots: request injection, response injection, request ejection, response ejection").from(
    0, words
  )
  private def each(name: String, number: Int, what: String) =
    Code(name, number, s"BufferDepth fields, without slots: $what").from(0, words)
  val Response  = each("RESPONSE_DEPTHS", 53, "response queues of local ports 0 and 1")
  val Injection = each("INJECTION_DEPTHS", 54, "injection FIFOs 0 to 3")
  val Reception = each("RECEPTION_DEPTHS", 55, "reception FIFOs 0 to 3; none may be deeper than RECEPTION_DEPTH")

  /** The registers of FIFOs 4 to 15, four each: such as a structure has. */
  private def more(name: String, number: Int, what: String) = (1 to 3).map { i =>
    each(s"${name}_${4 * i}", number + i - 1, s"$what FIFOs ${4 * i} to ${4 * i + 3}")
  }
  val MoreInjection  = more("INJECTION_DEPTHS", 56, "injection")
  val MoreReception  = more("RECEPTION_DEPTHS", 59, "reception")
  val Sizes          = Code("NIC_SIZES", 52, "NicSizes: how much of each table of the NIC is used").from(0, "NicSizes")
  val all: Seq[Code] = Links ++ Seq(Local, Sizes, Response, Injection, Reception) ++ MoreInjection ++ MoreReception
}
