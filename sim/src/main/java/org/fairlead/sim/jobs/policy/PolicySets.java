// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.policy;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.path.PathPlanners;
import org.fairlead.core.placement.Placers;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.fairlead.sim.cluster.Cluster.Framework;
import org.fairlead.sim.jobs.path.PathRules;

/**
 * Finds the policies of a contender by its name: {@code fairlead}, or a variation such as
 * {@code fairlead[placer=random;speculation=late]}.
 *
 * <p>A set changes what it is about and leaves the rest as the cluster's framework has it: {@code stock} means {@code stock-hadoop} or
 * {@code stock-spark}. The name of any task assigner or placement policy is a set, too; one that both bear means both.
 */
public final class PolicySets {
    private static final List<String> SETS = Stream.of(
                    Stream.of("stock", "stock-hadoop", "stock-spark", "cormorant"),
                    PolicyNames.ASSIGNERS.stream().filter(name -> name.startsWith("status-aware")),
                    Stream.of("sinbad", "clairvoyant", "fairlead"),
                    Stream.of("tasks", "flows", "tasks+flows", "cormorant-network", "plb", "clairvoyant-tasks"),
                    Stream.of("fairlead-network", "clairvoyant-network"),
                    Stream.of("shadow-prefetch", "clairvoyant-prefetch", "hot-block-cache", "bound-prefetch"),
                    PolicyNames.ASSIGNERS.stream(),
                    PolicyNames.PLACERS.stream())
            .flatMap(names -> names)
            .distinct()
            .toList();

    private PolicySets() {}

    /** The names of the sets. */
    public static List<String> names() {
        return SETS;
    }

    /**
     * What a set is, in a line.
     *
     * @throws IllegalArgumentException if there is no such set
     */
    public static String description(String set) {
        return switch (set) {
            case "stock" -> "what the cluster's framework does: stock-hadoop or stock-spark";
            case "stock-hadoop" -> "Hadoop's scheduler, random replicas, and Hadoop's speculation";
            case "stock-spark" -> "Spark's offers with its locality waits, random replicas, no speculation";
            case "cormorant" -> "tasks and the replicas that they read as Cormorant was published, without its flows";
            case "sinbad" -> "replicas placed as Sinbad was published, the rest stock";
            case "clairvoyant" -> "replicas placed with the background load known, the rest stock: a bound";
            case "fairlead" -> "Fairlead: tasks, replicas written and read, and speculation";
            case "tasks" -> "Fairlead's tasks and the replicas that they read, the rest stock";
            case "flows" -> "the path with the most available bandwidth for each new flow, the rest stock";
            case "tasks+flows" -> "tasks and flows, each as if there were not the other";
            case "cormorant-network" -> "tasks, the replicas that they read and their paths as Cormorant was published";
            case "plb" -> "hosts that leave congested paths by themselves, the rest stock";
            case "fairlead-network" -> "Fairlead's tasks, the replicas that they read and the paths, decided together";
            case "clairvoyant-tasks" -> "tasks, given the present loads: a bound for those who do not choose paths";
            case "clairvoyant-network" -> "tasks and paths, given the present loads: a bound";
            case "shadow-prefetch" -> "stock, with input fetched ahead as the scheduler, run ahead of itself, says";
            case "clairvoyant-prefetch" -> "stock, with input fetched ahead by who knows which task will run where";
            case "hot-block-cache" -> "stock, with memory that keeps what its host has read before";
            case "bound-prefetch" -> "stock, with all input there that could have been fetched ahead: a bound";
            default -> {
                PolicyNames.oneOf(SETS, set, "policies");
                Stream<String> tasks =
                        assigns(set) ? Stream.of(TaskAssigners.policy(set).description()) : Stream.of();
                Stream<String> replicas =
                        places(set) ? Stream.of(Placers.policy(set).description()) : Stream.of();
                yield Stream.concat(tasks, replicas).collect(Collectors.joining("; ")) + "; the rest stock";
            }
        };
    }

    /**
     * Contenders from a list.
     *
     * @param list separated by commas; in the brackets of a variation stand commas or semicolons
     * @throws IllegalArgumentException that says which is wrong and what is accepted
     */
    public static List<Policies> all(String list, Framework framework) {
        List<Policies> all = new ArrayList<>();
        Set<String> taken = new LinkedHashSet<>();
        for (String name : separated(list)) {
            Policies each = named(name, framework);
            if (!taken.add(each.name())) {
                throw new IllegalArgumentException("'" + each.name() + "' is there twice");
            }
            all.add(each);
        }
        return List.copyOf(all);
    }

    /**
     * One contender.
     *
     * @param text a set's name, with a variation in brackets if any; it is the contender's name
     */
    public static Policies named(String text, Framework framework) {
        int bracket = text.indexOf('[');
        if (bracket < 0) {
            return set(text.strip(), text, framework);
        }
        if (!text.endsWith("]") || text.indexOf('[', bracket + 1) >= 0 || text.indexOf(']') < text.length() - 1) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no variation; one looks like fairlead[placer=random;speculation=late]");
        }
        Policies policies = set(text.substring(0, bracket).strip(), text, framework);
        Set<Component> varied = new LinkedHashSet<>();
        for (String variation : separated(text.substring(bracket + 1, text.length() - 1), ",;")) {
            int equals = variation.indexOf('=');
            Component component =
                    Component.named((equals < 0 ? variation : variation.substring(0, equals)).strip(), text);
            if (equals < 0) {
                throw new IllegalArgumentException(
                        text + ": " + component.key + " needs a value: " + component.key + "=" + component.accepted());
            }
            if (!varied.add(component)) {
                throw new IllegalArgumentException(text + ": " + component.key + " is there twice");
            }
            policies = component.vary(policies, variation.substring(equals + 1).strip(), text + ": " + component.key);
        }
        return policies;
    }

    /** Names of a list, separated by commas; commas in the brackets of a variation do not count. */
    public static List<String> separated(String list) {
        return separated(list, ",").stream().map(String::strip).toList();
    }

    /** Parts between separators that stand outside brackets. */
    private static List<String> separated(String text, String separators) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
            if (depth <= 0 && separators.indexOf(c) >= 0) {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        parts.add(part.toString());
        return parts;
    }

    private static Policies set(String set, String name, Framework framework) {
        boolean hadoop = framework == Framework.HADOOP;
        Policies stock = hadoop ? stockHadoop(name) : stockSpark(name);
        return switch (set) {
            case "stock" -> stock;
            case "stock-hadoop" -> stockHadoop(name);
            case "stock-spark" -> stockSpark(name);
            case "cormorant" -> with(stock, "cormorant", stock.replicas().selector("bandwidth"));
            case "sinbad", "clairvoyant" -> stock.with(stock.replicas().placer(set));
            case "fairlead" ->
                stock.with(stock.tasks().assigner("fairlead").speculation("guarded"))
                        .with(new Policies.Replicas("fairlead", "bandwidth"))
                        .with(stock.slots().copyComputeSplitting(hadoop));
            case "shadow-prefetch" -> stock.with(Prefetch.SHADOW);
            case "clairvoyant-prefetch" -> stock.with(Prefetch.CLAIRVOYANT);
            case "hot-block-cache" -> stock.with(Prefetch.HOT_BLOCK_CACHE);
            case "bound-prefetch" -> stock.with(Prefetch.BOUND);
            case "tasks",
                    "tasks+flows",
                    "flows",
                    "plb",
                    "cormorant-network",
                    "fairlead-network",
                    "clairvoyant-tasks",
                    "clairvoyant-network" -> network(set, stock);
            default -> {
                PolicyNames.oneOf(SETS, set, "policies");
                yield with(
                        stock,
                        assigns(set) ? set : stock.tasks().assigner(),
                        places(set)
                                ? new Policies.Replicas(set, Placers.policy(set).readOrder())
                                : stock.replicas());
            }
        };
    }

    /** Sets about tasks and paths: replicas are written as stock has it, or in bounds as whoever knows the present. */
    private static Policies network(String set, Policies stock) {
        Policies.Replicas byBandwidth = stock.replicas().selector("bandwidth");
        Policies tasks = with(stock, "fairlead", byBandwidth);
        Policies knowing = with(stock, "fairlead", byBandwidth.placer("clairvoyant"));
        return switch (set) {
            case "tasks" -> tasks;
            case "flows" -> stock.with(new Policies.Paths(PathRules.AT_ARRIVAL, false));
            case "tasks+flows" -> tasks.with(new Policies.Paths(PathRules.AT_ARRIVAL, false));
            case "plb" -> stock.with(new Policies.Paths(PathRules.PLB, false));
            case "cormorant-network" ->
                with(stock, "cormorant", byBandwidth).with(new Policies.Paths(PathRules.AT_ARRIVAL, true));
            case "fairlead-network" -> tasks.with(new Policies.Paths(PathPlanners.OWN, true));
            case "clairvoyant-tasks" -> knowing;
            default -> knowing.with(new Policies.Paths(PathRules.CLAIRVOYANT, true));
        };
    }

    private static boolean assigns(String set) {
        return PolicyNames.ASSIGNERS.contains(set);
    }

    private static boolean places(String set) {
        return PolicyNames.PLACERS.contains(set);
    }

    private static Policies stockHadoop(String name) {
        Policies plain = Policies.of(name, "stock-hadoop", "random", "stock");
        return plain.with(plain.tasks().speculation("stock-hadoop"));
    }

    /** Spark does not speculate unless told to. */
    private static Policies stockSpark(String name) {
        return Policies.of(name, "stock-spark", "random", "stock");
    }

    private static Policies with(Policies of, String assigner, Policies.Replicas replicas) {
        return of.with(of.tasks().assigner(assigner)).with(replicas);
    }

    /** What a variation may change. */
    private enum Component {
        ASSIGNER("assigner"),
        PLACER("placer"),
        SELECTOR("selector"),
        FAVORED("favored"),
        ORDER("order"),
        POOLS("pools"),
        SPECULATION("speculation"),
        PACES("paces"),
        SPLITTING("splitting"),
        REDUCE_SLOTS("reduce-slots"),
        PATHS("paths"),
        PATH_CLASSES("path-classes"),
        TOGETHER("together"),
        PREFETCH("prefetch"),
        ADMISSION("admission"),
        PREFETCH_MEMORY("prefetch-memory"),
        TASKS_FIRST("tasks-first"),
        EXCHANGE("exchange"),
        EXCHANGE_MEMORY("exchange-memory"),
        EXCHANGE_STORE("exchange-store"),
        PAIRS_APART("pairs-apart");

        private final String key;

        Component(String key) {
            this.key = key;
        }

        private static Component named(String key, String where) {
            List<String> keys = new ArrayList<>();
            for (Component each : values()) {
                if (each.key.equals(key)) {
                    return each;
                }
                keys.add(each.key);
            }
            throw new IllegalArgumentException(where + ": '" + key + "' cannot be varied; accepted: "
                    + String.join(", ", keys) + ", each with '=' and a value");
        }

        /** For people. */
        private String accepted() {
            return switch (this) {
                case ASSIGNER -> String.join("|", PolicyNames.ASSIGNERS);
                case PLACER -> String.join("|", PolicyNames.PLACERS);
                case SELECTOR -> String.join("|", PolicyNames.SELECTORS);
                case ORDER -> String.join("|", PolicyNames.ORDERS);
                case SPECULATION -> String.join("|", PolicyNames.SPECULATIONS);
                case FAVORED, SPLITTING, TOGETHER, TASKS_FIRST, PAIRS_APART -> "on|off";
                case PACES -> String.join("|", AssignerOptions.SlowHosts.labels());
                case PREFETCH -> String.join("|", Prefetch.names());
                case ADMISSION -> String.join("|", PolicyNames.ADMISSIONS);
                case PREFETCH_MEMORY, EXCHANGE_MEMORY -> "256MiB (of each machine)";
                case EXCHANGE -> String.join("|", Policies.Exchange.names());
                case EXCHANGE_STORE -> "400MB/s (to it and from it, all machines together)";
                case PATHS -> String.join("|", PathRules.names());
                case PATH_CLASSES -> String.join("|", TrafficClass.labels()) + ", several joined by +";
                case REDUCE_SLOTS -> "2 (a multiple of the cluster's)";
                case POOLS -> "NAME:WEIGHT:MINIMUM:fair|fifo, several joined by +";
            };
        }

        private Policies vary(Policies of, String value, String where) {
            return switch (this) {
                case ASSIGNER -> of.with(of.tasks().assigner(PolicyNames.oneOf(PolicyNames.ASSIGNERS, value, where)));
                case PLACER -> of.with(of.replicas().placer(PolicyNames.oneOf(PolicyNames.PLACERS, value, where)));
                case SELECTOR ->
                    of.with(of.replicas().selector(PolicyNames.oneOf(PolicyNames.SELECTORS, value, where)));
                case FAVORED -> of.with(of.replicas().favors(PolicyValues.isOn(value, where)));
                case ORDER -> of.with(of.slots().jobOrder(PolicyNames.oneOf(PolicyNames.ORDERS, value, where)));
                case POOLS -> of.with(of.slots().pools(PolicyValues.pools(value, where)));
                case SPECULATION ->
                    of.with(of.tasks().speculation(PolicyNames.oneOf(PolicyNames.SPECULATIONS, value, where)));
                case PACES -> {
                    AssignerOptions options = of.tasks().options();
                    yield of.with(options.with(options.prediction().with(slowHosts(value, where))));
                }
                case SPLITTING -> of.with(of.slots().copyComputeSplitting(PolicyValues.isOn(value, where)));
                case REDUCE_SLOTS -> of.with(of.slots().reduceFactor(PolicyValues.factor(value, where)));
                case PATHS -> of.with(of.paths().rule(PolicyNames.oneOf(PathRules.names(), value, where)));
                case PATH_CLASSES -> of.with(of.paths().classes(PolicyValues.classes(value, where)));
                case TOGETHER -> of.with(of.paths().together(PolicyValues.isOn(value, where)));
                case PREFETCH -> of.with(Prefetch.named(value, where));
                case ADMISSION ->
                    of.with(of.fetching().admission(PolicyNames.oneOf(PolicyNames.ADMISSIONS, value, where)));
                case PREFETCH_MEMORY -> of.with(of.fetching().memoryBytes(PolicyValues.memory(value, where)));
                case TASKS_FIRST -> of.with(of.fetching().tasksFirst(PolicyValues.isOn(value, where)));
                case EXCHANGE ->
                    of.with(of.exchange().planner(PolicyNames.oneOf(Policies.Exchange.names(), value, where)));
                case EXCHANGE_MEMORY -> of.with(of.exchange().memoryBytes(PolicyValues.memory(value, where)));
                case EXCHANGE_STORE -> of.with(of.exchange().store(PolicyValues.store(value, where)));
                case PAIRS_APART -> of.withPairsApart(PolicyValues.isOn(value, where));
            };
        }

        private static AssignerOptions.SlowHosts slowHosts(String value, String where) {
            return AssignerOptions.SlowHosts.named(PolicyNames.oneOf(AssignerOptions.SlowHosts.labels(), value, where));
        }
    }
}
