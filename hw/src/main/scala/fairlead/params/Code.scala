// SPDX-License-Identifier: Apache-2.0
package fairlead.params

/** One named code with its meaning; the manifest carries every table of them.
  *
  * @param range of a register that the caller of a library sets: its values
  */
final case class Code(name: String, value: Int, doc: String, range: Option[Limits] = None) {
  def from(low: Int, high: Any): Code = copy(range = Some(Limits(low, high.toString)))
}

/** The values of a register.
  *
  * @param high the greatest one: a number; a parameter of the library, such as maxLinkDepth; a fixed value of the
  *   manifest, such as localPorts; or a word and how often it is repeated, such as `BufferDepth 4`
  */
final case class Limits(low: Int, high: String)
