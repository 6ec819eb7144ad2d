// SPDX-License-Identifier: Apache-2.0
package fairlead.ports

import chisel3._
import fairlead.words.{Coord, Descriptor0, Descriptor1, FifoNumber, Meant}
import fairlead.params.{Code, OpKind, Structure}

/** What a host command may name: one rule for POST, DLA_REQUEST and EPOCH_OPEN. Whatever passes it makes packets that
  * some node takes, and lands where there is memory. Spec: docs/spec/dma-engine-tx.md, rule 2.
  */
class Legal(implicit structure: Structure) {
  private def among(kind: UInt, codes: Code*): Bool = codes.map(kind === _.value.U).reduce(_ || _)

  /** The node is one of the machine's. */
  def node(nic: NicConfig, node: Coord): Bool = node.x < nic.kx && node.y < nic.ky && node.z < nic.kz

  /** The command has no bit that its kind does not mean. */
  def meant(command: Code, words: Seq[UInt]): Bool =
    Meant.all(command, words.head.asTypeOf(new Descriptor0).kind, words)

  /** The length is one that the kind has. */
  def length(word0: Descriptor0): Bool = {
    val fits = !(word0.kind === OpKind.Message.value.U && word0.length > structure.maxPayload.U) &&
      !(among(word0.kind, OpKind.FetchAdd, OpKind.CompSwap) && word0.length =/= 8.U && word0.length =/= 4.U)
    fits
  }

  /** The mode is one that packets of this machine have: nobody has shown that others drain. The mode of a FENCE goes
    * into no packet.
    */
  def mode(nic: NicConfig, word0: Descriptor0): Bool =
    (word0.mode & nic.barredModes) === 0.U || word0.kind === OpKind.Fence.value.U

  /** At the target: address and length do not wrap; whether there is so much memory is judged there. */
  def remote(word0: Descriptor0, word1: Descriptor1): Bool =
    (!among(word0.kind, OpKind.Put, OpKind.Get, OpKind.FetchAdd, OpKind.CompSwap) ||
      sum(word1.remote, word0.length) <= (BigInt(1) << structure.addressBits).U) &&
      (!among(word0.kind, OpKind.FetchAdd, OpKind.CompSwap) || aligned(word1.remote, word0.half))

  /** The address is one at which memory has a word for an atomic: of 4 bytes, or of 8. */
  def aligned(address: UInt, half: Bool): Bool = address(1, 0) === 0.U && (half || !address(2))

  /** The injection FIFO, and of a message the reception FIFO, is one that this structure has. */
  def fifos(word0: Descriptor0, word1: Descriptor1): Bool = {
    val reception = FifoNumber(word1.remote, structure.receptionFifos)
    FifoNumber.exists(word0.number, structure.injectionFifos) &&
    (word0.kind =/= OpKind.Message.value.U || FifoNumber.exists(reception, structure.receptionFifos))
  }

  /** The end of what is accessed. */
  def sum(address: UInt, length: UInt): UInt = {
    val end = address +& length
    end
  }

  /** At this node: what is read, or where the data of a get land, is memory. `carried`: the payload of a put comes with
    * the command.
    */
  def local(nic: NicConfig, word0: Descriptor0, word1: Descriptor1, carried: Boolean): Bool = {
    val kinds = if (carried) Seq(OpKind.Get) else Seq(OpKind.Put, OpKind.Get, OpKind.Message)
    !among(word0.kind, kinds: _*) || sum(word1.local, word0.length) <= nic.memoryBytes
  }
}
