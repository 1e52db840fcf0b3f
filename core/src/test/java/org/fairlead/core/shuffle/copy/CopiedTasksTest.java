// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class CopiedTasksTest {
    private final Set<Integer> launched = new HashSet<>();
    private final Set<Integer> barred = new HashSet<>();

    private boolean isPending(int task) {
        return !launched.contains(task);
    }

    private boolean isAllowed(int task) {
        return !barred.contains(task);
    }

    /** What a slot of an executor gets; it is launched. */
    private OptionalInt slot(CopiedTasks tasks, String executor) {
        OptionalInt own = tasks.own(executor, this::isPending, this::isAllowed);
        OptionalInt found = own.isPresent()
                ? own
                : tasks.others(executor, other -> 0, this::isPending, this::isAllowed)
                        .task();
        found.ifPresent(launched::add);
        return found;
    }

    @Test
    void ownTasksComeInTheirOrderThenTheLastOnesOfWhoHasMostLeft() {
        CopiedTasks tasks = new CopiedTasks(List.of("1", "1", "1", "2"));

        assertThat(slot(tasks, "1")).hasValue(0);
        assertThat(slot(tasks, "2")).hasValue(3);
        assertThat(slot(tasks, "2")).hasValue(2);
        assertThat(slot(tasks, "1")).hasValue(1);
        assertThat(slot(tasks, "1")).isEmpty();
    }

    @Test
    void whatNobodyHoldsIsTakenBeforeOthersTasks() {
        CopiedTasks tasks = new CopiedTasks(List.of("1", "1", "", "3", "3", "3"));

        assertThat(slot(tasks, "2")).hasValue(2);
        assertThat(slot(tasks, "2")).hasValue(5);
        assertThat(slot(tasks, "2")).as("of equals the first executor's").hasValue(1);
    }

    @Test
    void whatIsNotAllowedInTheSlotIsLeft() {
        CopiedTasks tasks = new CopiedTasks(List.of("1", "1", "2", "2", "2"));
        barred.addAll(Set.of(0, 4));

        assertThat(slot(tasks, "1")).hasValue(1);
        assertThat(slot(tasks, "1")).hasValue(3);
        barred.clear();
        assertThat(slot(tasks, "1")).hasValue(0);
    }

    @Test
    void whoseLastTasksAreAllBarredIsPassedOver() {
        CopiedTasks tasks = new CopiedTasks(List.of("2", "2", "3"));
        barred.addAll(Set.of(0, 1));

        assertThat(slot(tasks, "1")).hasValue(2);
        assertThat(slot(tasks, "1")).isEmpty();
    }

    @Test
    void whatItsHolderHasAFreeSlotForIsKept() {
        CopiedTasks tasks = new CopiedTasks(List.of("2", "3", "3"));

        assertThat(tasks.others("1", executor -> 1, this::isPending, this::isAllowed))
                .isEqualTo(new CopiedTasks.Others(OptionalInt.of(2), false));
        launched.add(2);
        assertThat(tasks.others("1", executor -> 1, this::isPending, this::isAllowed))
                .isEqualTo(new CopiedTasks.Others(OptionalInt.empty(), true));
        assertThat(tasks.others("1", executor -> executor.equals("2") ? 1 : 0, this::isPending, this::isAllowed))
                .isEqualTo(new CopiedTasks.Others(OptionalInt.of(1), false));
        launched.addAll(Set.of(0, 1));
        assertThat(tasks.others("1", executor -> 1, this::isPending, this::isAllowed))
                .isEqualTo(new CopiedTasks.Others(OptionalInt.empty(), false));
    }

    @Test
    void whatIsPendingAgainComesFirst() {
        CopiedTasks tasks = new CopiedTasks(List.of("1", "1", "2"));
        assertThat(slot(tasks, "1")).hasValue(0);
        launched.remove(0);
        tasks.again(0);

        assertThat(slot(tasks, "2")).hasValue(0);
        assertThat(slot(tasks, "2")).hasValue(2);
    }

    @Test
    void whereNobodyHoldsAnythingThereIsNothingToSay() {
        assertThat(new CopiedTasks(List.of("", "")).isEmpty()).isTrue();
        assertThat(new CopiedTasks(List.of()).isEmpty()).isTrue();
        assertThat(new CopiedTasks(List.of("", "1")).isEmpty()).isFalse();
        assertThat(new CopiedTasks(List.of("", "1")).holder(1)).isEqualTo("1");
    }

    @Property
    void eachTaskIsGivenOnceAndOthersOnlyByWhoHasNoneOfItsOwn(
            @ForAll @Size(max = 40) List<@IntRange(max = 5) Integer> holders,
            @ForAll @Size(min = 1, max = 80) List<@IntRange(min = 1, max = 6) Integer> slots) {
        launched.clear();
        barred.clear();
        CopiedTasks tasks = new CopiedTasks(
                holders.stream().map(holder -> holder == 0 ? "" : "" + holder).toList());
        for (int executor : slots) {
            boolean hasOwn = false;
            for (int task = 0; task < holders.size(); task++) {
                hasOwn |= holders.get(task) == executor && isPending(task);
            }
            int before = launched.size();
            OptionalInt found = slot(tasks, "" + executor);

            assertThat(found.isPresent()).isEqualTo(before < holders.size());
            assertThat(launched).hasSize(before + (found.isPresent() ? 1 : 0));
            if (hasOwn) {
                assertThat(holders.get(found.getAsInt())).isEqualTo(executor);
            }
        }
    }
}
