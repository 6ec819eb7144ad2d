// SPDX-License-Identifier: Apache-2.0
package fairlead.dla

import chisel3._
import chisel3.util._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** First store of a request, decoded: what it is worth in credits and the head flit that it becomes. */
class DlaRequest extends Bundle {
  // a put of at most 64 bytes, get, fetch-add or compare-and-swap of what Legal lets pass
  val legal   = Bool()
  val flits   = UInt(3.W) // payload flits, 0 to 4: as many DLA_DATA follow
  val isGet   = Bool()
  val tag     = UInt(Fixed.tagBits.W)
  val head0   = UInt(64.W)
  val head1   = UInt(64.W)
  val getWord = UInt(64.W) // payload of a get
}

object DlaRequest {

  /** Bytes of the one payload flit of a get, fetch-add or compare-and-swap. */
  private val inlineBytes = Fixed.flitBytes

  OpKind.all.take(4).zip(PacketType.all).foreach { case (op, packet) =>
    require(op.value == packet.value,
      s"DlaRequest: ${op.name} and its packet must have one code, got ${op.value}, ${packet.value}")
  }

  /** Counts only while `wanted`. */
  def apply(wanted: Bool, nic: NicConfig, word0: Descriptor0, word1: Descriptor1, task: UInt, now: UInt, rules: Legal)(
      implicit structure: Structure
  ): DlaRequest = {
    val isPut    = word0.kind === OpKind.Put.value.U
    val isGet    = word0.kind === OpKind.Get.value.U
    val isAtomic = word0.kind === OpKind.FetchAdd.value.U || word0.kind === OpKind.CompSwap.value.U
    val inline   = isGet || isAtomic
    val counts   = isPut && word1.ctrValid
    val fits     = word0.length <= Fixed.dlaInlineBytes.U
    val bytes    = Mux(isPut, word0.length(6, 0), inlineBytes.U)

    val head1 = Wire(new Header1)
    head1.epoch    := false.B
    head1.ctrValid := counts || isAtomic && word0.half
    head1.ctr      := Mux(counts, word1.ctr, 0.U)
    head1.entry    := 0.U
    head1.slot     := task
    head1.gen      := 0.U
    head1.tag      := word0.tag
    head1.addr     := word1.remote

    val payload = Wire(new GetPayload)
    payload.spare      := 0.U
    payload.unarmed    := false.B // its counter is loaded as it is sent
    payload.localEpoch := 0.U
    payload.spare1     := 0.U
    payload.ctr        := word1.ctr
    payload.length     := word0.length
    payload.landing    := word1.local

    val meant   = rules.meant(TileCommand.DlaRequest, Seq(word0.asUInt, word1.asUInt))
    val request = Wire(new DlaRequest)
    request.legal := meant && (isAtomic || isPut && fits || isGet && word0.length <= structure.maxPayload.U) && rules.length(
      word0
    ) && rules.remote(word0, word1) &&
      rules.node(nic, word0.target) && rules.local(nic, word0, word1, carried = true)
    request.flits := (bytes + (Fixed.flitBytes - 1).U)(6, log2Ceil(Fixed.flitBytes))
    request.isGet := isGet
    request.tag   := word0.tag
    val header = HeaderBuilder(wanted, nic, word0.target, word0.kind, 0, 0.U, bytes, true.B, now)
    request.head0   := Mux(wanted, header.asUInt, 0.U)
    request.head1   := head1.asUInt
    request.getWord := payload.asUInt
    request
  }
}
