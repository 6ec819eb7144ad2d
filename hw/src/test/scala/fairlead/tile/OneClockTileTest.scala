// SPDX-License-Identifier: Apache-2.0
package fairlead.tile

import circt.stage.ChiselStage
import fairlead.params.{Structure, TileParams}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.{Tag, Test}

/** What the tile with one clock consists of, in its Verilog: one clock pin, a gate a part, and no large memory with a
  * combinational read but the one that the page names.
  */
@Tag("lab") class OneClockTileTest {
  import OneClockTileTest.modules

  @Test def hasOneClockPinAndNoPinThatTellsOfOthers(): Unit = {
    val pins = "\\w+".r.findAllIn(modules("OneClockTile")._1).toSet
    assertEquals(Set("clock"), pins.filter(_.toLowerCase.contains("clock")))
    assertEquals(Set.empty, pins.filter(pin => OneClockIO.hints(pin.stripPrefix("io_"))))
    assertTrue(pins("io_linkIn_0_ctl") && pins("io_quiescent"), pins.toString)
  }

  @Test def everyClockOfAPartComesFromAGate(): Unit = {
    val body  = modules("OneClockTile")._2
    val gates = "ClockGate (\\w+) \\(".r.findAllMatchIn(body).map(_.group(1)).toSet
    val parts = Seq("router", "pick", "send", "reply", "receive", "order", "store", "tree", "count", "cfg")
    assertEquals(parts.map(_ + "Gate").toSet, gates)
    val tile   = "(?s)\n  Tile tile \\((.*?)\n  \\);".r.findFirstMatchIn(body).get.group(1)
    val clocks = "\\.(\\w*[cC]lock) +\\((\\w+)\\)".r.findAllMatchIn(tile).map(m => m.group(1) -> m.group(2)).toMap
    assertEquals(parts.map(part => s"_${part}Gate_gated").toSet, clocks.values.toSet, clocks.toString)
  }

  @Test def largeMemoriesHaveASynchronousRead(): Unit = {
    val size = "_(\\d+)x(\\d+)(_\\d+)?$".r
    val large = modules.filter { case (name, (_, body)) =>
      body.contains("Memory[") && size.findFirstMatchIn(name).exists(m => m.group(1).toInt * m.group(2).toInt > 4096)
    }
    assertTrue(large.size >= 8, large.keys.toString)
    assertEquals(Set("credits_4096x13"), large.filterNot(_._2._2.contains("_R0_addr_d0")).keySet)
  }
}

/** Elaborated once for all tests: the ports and the body of each module. */
private object OneClockTileTest {
  private val options = Array("--disable-all-randomization", "--strip-debug-info",
    "--default-layer-specialization=disable",
    "--lowering-options=disallowLocalVariables,disallowPackedArrays,locationInfoStyle=none")
  private implicit val structure: Structure = Structure()
  private lazy val verilog = ChiselStage.emitSystemVerilog(
    new OneClockTile(TileParams("one_clock").copy(physical = true)),
    firtoolOpts = options
  )
  lazy val modules: Map[String, (String, String)] =
    "(?s)\nmodule (\\w+)\\((.*?)\n\\);(.*?)\nendmodule".r.findAllMatchIn(verilog).map { m =>
      m.group(1) -> (m.group(2), m.group(3))
    }.toMap
}
