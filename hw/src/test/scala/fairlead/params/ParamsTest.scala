// SPDX-License-Identifier: Apache-2.0
package fairlead.params

import fairlead.tile.FlatParams
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

/** Illegal parameters are refused at elaboration, with the value; what is derived from legal ones is right. */
class ParamsTest {
  private implicit val structure: Structure = Structure()
  private val product                       = TileParams("product")

  private def refuses(value: String)(build: => Any): Unit = {
    val error = assertThrows(classOf[IllegalArgumentException], () => { build; () })
    assertTrue(error.getMessage.contains(value), error.getMessage)
  }

  @Test def refusesADepthOutOfItsRange(): Unit = {
    refuses("maxLinkDepth must be 1 to 256, got 0")(product.copy(maxLinkDepth = 0))
    refuses("maxLocalDepth must be 1 to 256, got 257")(product.copy(maxLocalDepth = 257))
    refuses("maxInjection must be 1 to 256, got -1")(product.copy(maxInjection = -1))
    refuses("maxReception must be 1 to 256, got 0")(product.copy(maxReception = 0))
    refuses("maxDla must be 5 to 8192, got 4")(product.copy(maxDla = 4))
    refuses("maxResponse must be 2 to 64, got 1")(product.copy(maxResponse = 1))
    refuses("maxCommitSlots must be 2 to 32, got 64")(product.copy(maxCommitSlots = 64))
    refuses("maxCommitSlots must be above maxResponse = 16, got 16")(product.copy(maxCommitSlots = 16))
    refuses("maxHeaderQueue must be a power of two, got 3")(product.copy(maxHeaderQueue = 3))
    refuses("maxReadWindow must be 2 to 64, got 1")(product.copy(maxReadWindow = 1))
    refuses("maxFenceEntries must be 2 to 8, got 16")(product.copy(maxFenceEntries = 16))
    refuses("maxAckCounters must be a power of two, got 12")(product.copy(maxAckCounters = 12))
    refuses("maxTasks must be 1 to 16, got 17")(product.copy(maxTasks = 17))
    refuses("dlaChannels must be 1 to 16, got 0")(product.copy(dlaChannels = 0))
  }

  @Test def refusesATorusThatIsNone(): Unit = {
    refuses("ky must be 1 to 16, got 0")(FlatParams(2, 0, 1))
    refuses("kx must be 1 to 16, got 17")(FlatParams(17, 1, 1))
    refuses("linkLatency must be at least 1, got 0")(FlatParams(2, 2, 1, linkLatency = 0))
  }

  @Test def findsTheNeighbourOfEveryRankInEveryDirection(): Unit = {
    val torus = FlatParams(3, 2, 1)
    assertEquals(Seq(1, 2, 3, 3, 0, 0), (0 until 6).map(torus.neighbour(0, _)))
    assertEquals(Seq(3, 4, 2, 2, 5, 5), (0 until 6).map(torus.neighbour(5, _)))
    for (rank <- 0 until torus.tiles; direction <- 0 until 6)
      assertEquals(rank, torus.neighbour(torus.neighbour(rank, direction), direction ^ 1))
  }

  @Test def laysRecordsOutWithoutStraddlingAnAlignment(): Unit = {
    assertEquals(Seq(0, 8, 10, 11, 12, 16, 24, 32), Records.offsets(Records.event))
    refuses("wide is not aligned at 1")(Records.offsets(Seq(RecordField("a", 1, ""), RecordField("wide", 8, ""))))
  }
}
