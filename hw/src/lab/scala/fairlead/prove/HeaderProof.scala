// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** Every header that leaves a packetiser names a node of the machine, whatever commands the host gives. Each
  * class that extends this one proves a step: if its inputs name a node, or Legal has judged them, its outputs name
  * one. A response goes to the source of a request, which HeaderBuilder has written.
  *
  * The shape is any, the same in all cycles.
  */
abstract class HeaderProof(implicit structure: Structure) extends Harness {
  protected val nic: NicConfig = WireInit(0.U.asTypeOf(new NicConfig))
  private val shape            = Seq("kx", "ky", "kz").map(symbolic(_, UInt(5.W)))
  nic.kx          := shape(0)
  nic.ky          := shape(1)
  nic.kz          := shape(2)
  nic.me          := symbolic("me", new Coord)
  nic.localPorts  := 2.U
  nic.memoryBytes := symbolic("memory", UInt((structure.addressBits + 1).W))
  assert(shape.map(k => k >= 1.U && k <= structure.maxK.U).reduce(_ && _), "PHN_A1: a shape that no machine has")
  assert(inside(nic.me), "PHN_A2: the node is outside its own machine")

  protected def inside(node: Coord): Bool =
    Seq(node.x, node.y, node.z).zip(shape).map { case (place, k) => place < k }.reduce(_ && _)

  /** A header that its packetiser has built for this node. */
  protected def sound(word0: UInt): Bool = {
    val header = word0.asTypeOf(new Header0)
    val stays  = Cat(shape.map(_ === 1.U).reverse)
    inside(header.dst) && header.src.asUInt === nic.me.asUInt && (header.dir & stays) === 0.U
  }

  protected def anyCommand: Cmd = free("cmd", new Cmd)
}
