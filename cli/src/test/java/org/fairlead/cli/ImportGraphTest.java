// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A reader can take in a package, and a class of it without all others. A file is a class with those that are nested in it; files that all reach
 * each other are a knot: none of them can be understood or changed alone.
 */
@AnalyzeClasses(
        packages = {"org.fairlead", "io.fairlead"},
        importOptions = DependencyDirectionsTest.OwnClasses.class)
@ArchTag("long")
final class ImportGraphTest {
    private static final int MOST_FILES = 25;
    private static final int MOST_IN_A_KNOT = 3;

    @ArchTest
    static void aPackageHasFewFiles(JavaClasses classes) {
        Map<String, Integer> large = new TreeMap<>();
        for (Map.Entry<String, Map<String, Set<String>>> one :
                byPackage(classes).entrySet()) {
            if (one.getValue().size() > MOST_FILES) {
                large.put(one.getKey(), one.getValue().size());
            }
        }

        assertThat(large).as("packages of more than %d files", MOST_FILES).isEmpty();
    }

    @ArchTest
    static void filesOfAPackageFormNoLargeKnot(JavaClasses classes) {
        Set<Set<String>> large = new LinkedHashSet<>();
        for (Map<String, Set<String>> files : byPackage(classes).values()) {
            for (String file : files.keySet()) {
                Set<String> knot = knot(files, file);
                if (knot.size() > MOST_IN_A_KNOT) {
                    large.add(knot);
                }
            }
        }

        assertThat(large).as("knots of more than %d files", MOST_IN_A_KNOT).isEmpty();
    }

    @ArchTest
    static void packagesFormNoCycle(JavaClasses classes) {
        Map<String, Set<String>> uses = new TreeMap<>();
        for (JavaClass each : classes) {
            Set<String> used = uses.computeIfAbsent(each.getPackageName(), unused -> new TreeSet<>());
            each.getDirectDependenciesFromSelf().stream()
                    .map(dependency ->
                            dependency.getTargetClass().getBaseComponentType().getPackageName())
                    .filter(name -> name.contains(".fairlead."))
                    .forEach(used::add);
        }
        Set<Set<String>> cycles = new LinkedHashSet<>();
        for (String name : uses.keySet()) {
            Set<String> knot = knot(uses, name);
            if (knot.size() > 1) {
                cycles.add(knot);
            }
        }

        assertThat(cycles).as("packages that need each other").isEmpty();
    }

    /** By package, the files of the same package that each file uses. */
    private static Map<String, Map<String, Set<String>>> byPackage(JavaClasses classes) {
        Map<String, Map<String, Set<String>>> graph = new TreeMap<>();
        for (JavaClass each : classes) {
            if (each.getSimpleName().equals("package-info")) {
                continue;
            }
            Set<String> uses = graph.computeIfAbsent(each.getPackageName(), unused -> new TreeMap<>())
                    .computeIfAbsent(file(each), unused -> new TreeSet<>());
            each.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                    .filter(used -> used.getPackageName().equals(each.getPackageName()))
                    .map(ImportGraphTest::file)
                    .forEach(uses::add);
        }
        return graph;
    }

    private static String file(JavaClass type) {
        int nested = type.getName().indexOf('$');
        return nested < 0 ? type.getName() : type.getName().substring(0, nested);
    }

    /** Files that a file reaches and that reach it, itself among them. */
    private static Set<String> knot(Map<String, Set<String>> uses, String file) {
        return reached(uses, file).stream()
                .filter(other -> reached(uses, other).contains(file))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> reached(Map<String, Set<String>> uses, String from) {
        Set<String> reached = new TreeSet<>(Set.of(from));
        Deque<String> left = new ArrayDeque<>(reached);
        while (!left.isEmpty()) {
            for (String next : uses.getOrDefault(left.pop(), Set.of())) {
                if (reached.add(next)) {
                    left.push(next);
                }
            }
        }
        return reached;
    }
}
