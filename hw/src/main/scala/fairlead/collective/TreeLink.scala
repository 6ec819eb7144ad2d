// SPDX-License-Identifier: Apache-2.0
package fairlead.collective

import chisel3._
import chisel3.util._
import fairlead.ports.RotatingPick

/** Output of one link: of the channels that have a flit and a credit one a cycle, in turn, so that none waits for more
  * than one flit of each other.
  *
  * Timing: a flit on `from` in cycle t is on `out` in t + 1 if it is `taken`; a credit of cycle t is usable in t + 1.
  * Reset:  `depth` credits of each channel.
  * Spec:   docs/spec/collective-network.md
  */
class TreeLink(p: CollectiveParams) extends Module {
  private val creditBits = log2Ceil(p.linkDepth + 1)
  val io = IO(new Bundle {
    val depth  = Input(UInt(creditBits.W)) // flits of each channel's buffer at the other end
    val from   = Input(Vec(p.channels, new TreeFlit))
    val taken  = Output(UInt(p.channels.W))
    val credit = Input(UInt(p.channels.W)) // straight from the pin: a slot is free again
    val out    = Output(new TreeLinkFlit(p)) // registered
    val busy   = Output(Bool())
  })

  private val credits = RegInit(VecInit(Seq.fill(p.channels)(io.depth)))
  private val turn    = RegInit(0.U(p.channelBits.W)) // the channel that is asked first
  private val valid   = RegInit(false.B)
  private val out     = Reg(new TreeLinkFlit(p))

  private val requests =
    VecInit(io.from.zip(credits).map { case (flit, credit) => flit.valid && credit =/= 0.U }).asUInt
  private val sends = requests.orR
  private val pick  = RotatingPick(requests, turn)
  private val taken = Mux(sends, UIntToOH(pick, p.channels), 0.U)
  valid := sends
  when(sends) {
    turn        := Mux(pick === (p.channels - 1).U, 0.U, pick + 1.U)
    out.channel := pick
    out.flit    := io.from(pick)
  }
  credits.zipWithIndex.foreach { case (credit, c) =>
    when(io.credit(c) =/= taken(c)) { credit := Mux(taken(c), credit - 1.U, credit + 1.U) }
  }
  io.taken          := taken
  io.out            := out
  io.out.flit.valid := valid
  io.busy           := sends || valid

  layer.block(layers.Verification) {
    for (c <- 0 until p.channels) {
      assert(!io.credit(c) || credits(c) =/= io.depth, "TL_A1: more credits returned than spent")
      assert(credits(c) <= io.depth, "TL_P1: more credits than slots")
    }
  }
}
