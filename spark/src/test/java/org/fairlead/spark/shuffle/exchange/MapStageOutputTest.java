// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MapStageOutputTest {
    private final MapStageOutput stage = new MapStageOutput(3, 8, 0);

    private MapStageOutput.Output wrote(String executor, long map, long... lengths) {
        MapStageOutput.Output output = new MapStageOutput.Output(executor, map, lengths);
        stage.wrote(output);
        return output;
    }

    private void copiedToTwo(MapStageOutput.Output... outputs) {
        stage.copyTo(new String[] {"1", "2", "2"}, Map.of("1", "h1", "2", "h2"));
        for (MapStageOutput.Output output : outputs) {
            stage.ordered(output.map(), 1, output.lengths()[1]);
        }
    }

    @Test
    void lengthsWaitUntilItIsDecided() {
        wrote("1", 10, 5, 6, 7);
        wrote("2", 11, 5, 6, 7);
        assertThat(stage.outputs()).hasSize(2);
        assertThat(stage.cells()).isEqualTo(6);

        stage.leaveToStock();

        wrote("2", 12, 5, 6, 7);
        assertThat(stage.outputs()).isEmpty();
        assertThat(stage.done()).isEqualTo(3);
        assertThat(stage.owners()).isEmpty();
    }

    @Test
    void whatAnExecutorWroteThatIsGoneIsNotDone() {
        wrote("1", 10, 5, 6, 7);
        wrote("1", 11, 5, 6, 7);
        wrote("2", 12, 5, 6, 7);

        stage.left("1");
        stage.left("9");
        assertThat(stage.done()).isEqualTo(1);

        wrote("2", 13, 5, 6, 7);
        assertThat(stage.done()).isEqualTo(2);
    }

    @Test
    void aBlockIsCopiedToTheHostOfItsOwnerUnlessItWasMadeThere() {
        MapStageOutput.Output ofOne = wrote("1", 10, 5, 6, 7);
        copiedToTwo(ofOne);

        assertThat(stage.hostOfCopy(10, 1)).isEqualTo("h2");
        assertThat(stage.hostOfCopy(10, 0)).isEmpty();
        assertThat(stage.hostOfCopy(11, 1)).isEmpty();
        assertThat(stage.hostOfCopy(10, 99)).isEmpty();
    }

    @Test
    void bytesThatAreCopiedToExecutorsAreThoseThatWereOrdered() {
        copiedToTwo(wrote("1", 10, 5, 6, 7));

        assertThat(stage.copiedBytes(0, 3)).containsOnly(Map.entry("2", 6L));
        assertThat(stage.copiedBytes(1, 99)).containsOnly(Map.entry("2", 6L));
        assertThat(stage.copiedBytes(0, 1)).isEmpty();
        assertThat(stage.copiedBytes(7, 9)).isEmpty();
    }

    @Test
    void whatIsRefusedIsNotCopied() {
        copiedToTwo(wrote("1", 10, 5, 6, 7), wrote("1", 11, 5, 60, 7));

        stage.refused(10, 1, 6);
        stage.refused(10, 1, 6);
        stage.refused(12, 2, 7);

        assertThat(stage.hostOfCopy(10, 1)).isEmpty();
        assertThat(stage.hostOfCopy(11, 1)).isEqualTo("h2");
        assertThat(stage.copiedBytes(0, 3)).containsOnly(Map.entry("2", 60L));
    }
}
