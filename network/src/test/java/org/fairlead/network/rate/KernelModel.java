// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fairlead.network.DriverException;
import org.fairlead.network.label.Nft;

/** What Linux does with classes, with nftables' maps, and with a process that waits for our end: one device, eth0, of 100 Mbit/s. */
final class KernelModel implements TrafficControl, Nft {
    static final long LINK = 12_500_000;
    private static final HtbClass.Overhead NONE = new HtbClass.Overhead(0x100, 0x100);
    private static final Pattern RESTORED =
            Pattern.compile("class change dev eth0 parent 1:1 classid 1:(\\S+) htb rate 3000000bit .* prio 1");
    private static final Pattern FLUSH = Pattern.compile("flush map ip fairlead_rates (\\w+)");
    private static final Pattern ADD = Pattern.compile(
            "add element ip fairlead_rates (\\w+) \\{ (\\S+(?: \\. \\d+)?) timeout 5000ms comment \"fairlead\" : (?:jump )?(\\S+) \\}");

    final Map<Integer, HtbClass> classes = new LinkedHashMap<>();
    private final Map<Integer, HtbClass> rest = new LinkedHashMap<>();
    private final TreeSet<String> known = new TreeSet<>();
    TreeSet<String> elements = new TreeSet<>();
    /** What was done, in order. */
    final List<String> log = new ArrayList<>();

    int guards;
    int restored;
    boolean guardStands = true;
    boolean closed;
    /** So many calls from now on fail. */
    int nftFailures;

    int kernelFailures;

    KernelModel(int... codepoints) {
        add(0x10001, 0x10000, 0, LINK, 0);
        add(0x10002, 0x10001, 0x80010000, LINK * 2 / 5, 0);
        known.addAll(List.of("queues", "own_port", "peer_port"));
        for (int codepoint : codepoints) {
            add(0x17400 + codepoint, 0x10001, (0x7400 + codepoint) << 16, 375_000, 1);
        }
        rest.putAll(classes);
    }

    void add(int handle, int parent, int queue, long rate, int priority) {
        HtbClass made = new HtbClass(1, handle, parent, queue, rate, LINK, 0, 234_375, 65_536, priority, NONE);
        classes.put(handle, made.at(rate, 12_800));
    }

    boolean isAtRest() {
        return classes.equals(rest) && elements.isEmpty();
    }

    double mbit(int codepoint) {
        return classes.get(0x17400 + codepoint).bytesPerSecond() * 8 / 1e6;
    }

    void removeTable() {
        known.clear();
    }

    @Override
    public List<HtbClass> classes(String device) throws DriverException {
        if (!device.equals("eth0")) {
            throw new DriverException("there is no network device '" + device + "'");
        }
        return List.copyOf(classes.values());
    }

    @Override
    public void change(List<HtbClass> changed) throws DriverException {
        if (kernelFailures-- > 0) {
            throw new DriverException("the kernel refuses");
        }
        log.add("rates " + changed.size());
        changed.forEach(each -> {
            if (classes.replace(each.handle(), each) == null) {
                throw new AssertionError("nothing is to be added");
            }
        });
    }

    @Override
    public Outcome run(List<String> arguments, String input) {
        if (nftFailures-- > 0) {
            return new Outcome(1, "", "/dev/stdin:1:1-2: Error: Could not process rule: Busy\n");
        }
        TreeSet<String> after = new TreeSet<>(elements);
        for (String line : input.lines().toList()) {
            Matcher flush = FLUSH.matcher(line);
            Matcher add = ADD.matcher(line);
            if (flush.matches()) {
                after.removeIf(element -> element.startsWith(flush.group(1) + " "));
            } else if (!add.matches()) {
                throw new AssertionError("nft is not to be told '" + line + "'");
            }
            String set = flush.matches() ? flush.group(1) : add.group(1);
            if (!known.contains(set)) {
                return new Outcome(1, "", "/dev/stdin:1:1-2: Error: No such file or directory\n");
            }
            if (add.matches()) {
                after.add(set + " " + add.group(2) + " " + add.group(3));
            }
        }
        elements = after;
        log.add("marks " + String.join(", ", elements));
        return new Outcome(0, "", "");
    }

    RestGuard guard(List<String> lines) {
        guards++;
        guardStands = true;
        return new RestGuard() {
            @Override
            public boolean stands() {
                return guardStands;
            }

            @Override
            public void restore() {
                guardStands = false;
                restored++;
                for (String line : lines) {
                    Matcher read = RESTORED.matcher(line);
                    if (!read.matches()) {
                        throw new AssertionError("tc is not to be told '" + line + "'");
                    }
                    int handle = 0x10000 + Integer.parseInt(read.group(1), 16);
                    classes.replace(handle, rest.get(handle));
                }
            }
        };
    }

    @Override
    public void close() {
        closed = true;
    }
}
