// SPDX-License-Identifier: Apache-2.0
package fairlead.flaws

import chisel3._
import chisel3.util._
import fairlead.dma._
import fairlead.ports.Legal
import fairlead.params.{PacketMode, PacketType, Structure, TileParams}
import fairlead.params.UnsafeVariant._

class FlawedDmaTx(p: TileParams)(implicit structure: Structure) extends DmaTx(p) with FlawedPart {
  override protected def flawed = Map(
    classOf[InjectionFifos] -> (() => new FlawedInjectionFifos(p)),
    classOf[MessageCredits] -> (() => new FlawedMessageCredits),
    classOf[ServiceOrder]   -> (() => new FlawedServiceOrder),
    classOf[RequestTx]      -> (() => new FlawedRequestTx),
    classOf[ResponseTx]     -> (() => new FlawedResponseTx(p)),
    classOf[PacketEmitter]  -> (() => new FlawedPacketEmitter(p.maxHeaderQueue, p.maxReadWindow))
  )
  val isFull     = IO(Output(Bool())) // request packetiser 0 has no room for a packet
  val descriptor = IO(Output(Bool())) // a descriptor waits for a request packetiser without room

  private val full = emitters(0).map(!_.io.space)
  isFull     := full(0)
  descriptor := full.zip(Seq(~second, second)).map { case (full, its) => live & Mux(full, its, 0.U) }.reduce(_ | _).orR
  responses.zip(full).foreach { case (response, full) =>
    when(flaw(PongBehind) && full) { response.io.space := false.B }
  }
}

class FlawedInjectionFifos(p: TileParams)(implicit structure: Structure) extends InjectionFifos(p) with FlawedPart {
  override protected def empties: Reset                              = reset.asBool && !flaw(ResetKeeps)
  override protected def mayDrop: Bool                               = !flaw(DeadStay)
  override protected def paces: Bool                                 = !flaw(GetsUnpaced)
  override protected def rules(implicit structure: Structure): Legal = new FlawedLegal(flaw)
}

class FlawedMessageCredits(implicit structure: Structure) extends MessageCredits with FlawedPart {
  override protected def keepsOwn: Bool = !flaw(OneCredit)
}

class FlawedServiceOrder(implicit structure: Structure) extends ServiceOrder with FlawedPart {
  override protected def isOlder(g: Int, f: Int): Bool =
    if ((g - f) % 2 == 0) super.isOlder(g, f) && !flaw(OnePointer) else super.isOlder(g, f)
}

class FlawedRequestTx(implicit structure: Structure) extends RequestTx with FlawedPart {
  override protected def mode: UInt =
    Mux(flaw(MessageLoose) && isFifo && isMsg, PacketMode.Adaptive.value.U, super.mode)
  override protected def yields: UInt = Cat(flaw(EpochsLast), false.B, flaw(StoresLast))
}

class FlawedResponseTx(p: TileParams)(implicit structure: Structure) extends ResponseTx(p) with FlawedPart {
  override protected def passes: Bool =
    flaw(PongPassesGet) && io.respond.push && io.respond.op.ptype === PacketType.Pong.value.U
  override protected def yields: Bool = flaw(CreditsLast)
  override protected def excused(assertion: String): Bool =
    if (assertion == "RS_P2") flaw(PongPassesGet) else super.excused(assertion)
}

class FlawedPacketEmitter(headers: Int, window: Int)(implicit structure: Structure)
    extends PacketEmitter(headers, window) with FlawedPart {
  override protected def wasRead: Bool = Mux(flaw(LocalEarly), send && atHead, super.wasRead)
}
