// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import chisel3.util.{UIntToOH, log2Ceil}
import fairlead.ports._
import fairlead.params._

/** The byte counters of a node: preset by COUNTER_SET, loaded by a GET that leaves, lowered by each commit.
  *
  * Contract: every load, preset and fall takes effect in its own cycle, none waits, none is lost; no two of one cycle
  *           name the same counter.
  * Timing:   visible from the next cycle; `fall.zero` in the same cycle.
  * Reset:    all are 0.
  * Spec:     docs/spec/dma-engine-rx.md
  */
class ByteCounters(implicit structure: Structure) extends Module {
  val io = IO(new Bundle {
    val cmd  = Input(new Cmd)
    val load = Vec(structure.localPorts, Flipped(new CounterLoad))
    val fall = Flipped(new CounterFall)
  })

  // an id beyond the counters of the structure names the one that its low bits are
  private val idBits = log2Ceil(structure.counters)
  private def known(id: UInt): UInt = if (id.getWidth == idBits) id else id(idBits - 1, 0)

  private val values = Mem(structure.counters, UInt(32.W))
  // written since reset; the others are 0, whatever their word holds
  private val loaded = RegInit(0.U(structure.counters.W))
  private val asked  = io.cmd.valid && io.cmd.op === TileCommand.CounterSet.value.U
  private val exists = io.cmd.w(0) < structure.counters.U
  private val preset = asked && exists
  private val value  = Mux(loaded(known(io.fall.id)), GatedRead(io.fall.valid, values, known(io.fall.id)), 0.U)
  private val lower  = value - io.fall.amount

  io.load.foreach(load => when(load.valid)(values(known(load.id)) := load.value))
  when(preset)(values(known(io.cmd.w(0)))       := io.cmd.w(1)(31, 0))
  when(io.fall.valid)(values(known(io.fall.id)) := lower)
  io.fall.zero                                  := lower === 0.U

  private def bit(valid: Bool, id: UInt): UInt = Mux(valid, UIntToOH(id, structure.counters), 0.U)
  private val written =
    io.load.map(load => bit(load.valid, load.id)) :+ bit(preset, known(io.cmd.w(0))) :+ bit(io.fall.valid, io.fall.id)
  loaded := loaded | written.reduce(_ | _)

  layer.block(layers.Verification) {
    val writers =
      io.load.map(load => (load.valid, load.id)) :+ ((preset, known(io.cmd.w(0)))) :+ ((io.fall.valid, io.fall.id))
    writers.combinations(2).foreach { pair =>
      assert(!(pair(0)._1 && pair(1)._1 && pair(0)._2 === pair(1)._2),
        "BC_A1: two writers of one byte counter in one cycle")
    }
    assert(!io.fall.valid || value >= io.fall.amount, "BC_A2: byte counter falls below zero")
    assert(!asked || exists, "BC_A3: COUNTER_SET of an unknown counter")
  }
}
