package org.fairlead.testbed.cluster;

import com.sun.jna.Library;
import com.sun.jna.Native;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.fairlead.testbed.network.Hosts;

/** Hosts on one bridge without limits; only inside a sandbox of namespaces. */
final class DevelopmentHosts implements Hosts {
    private interface LibC extends Library {
        LibC INSTANCE = Native.load("c", LibC.class);

        int open(String path, int flags);

        int setns(int fd, int type);

        int close(int fd);
    }

    private final Map<String, String> addresses = new LinkedHashMap<>();

    DevelopmentHosts(List<String> names) throws IOException, InterruptedException {
        run("ip netns add sw");
        run("ip -n sw link add br0 type bridge");
        run("ip -n sw link set br0 up");
        int index = 10;
        for (String name : names) {
            String address = "10.77.0." + index++;
            run("ip netns add " + name);
            run("ip -n sw link add p" + index + " type veth peer name eth0 netns " + name);
            run("ip -n sw link set p" + index + " master br0 up");
            run("ip -n " + name + " addr add " + address + "/24 dev eth0");
            run("ip -n " + name + " link set eth0 up");
            run("ip -n " + name + " link set lo up");
            addresses.put(name, address);
        }
    }

    private static void run(String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command.split(" ", -1)).inheritIO().start();
        if (process.waitFor() != 0) {
            throw new IOException(command + " failed");
        }
    }

    @Override
    public String address(String host) {
        return addresses.get(host);
    }

    @Override
    public String namespace(String host) {
        return host;
    }

    @Override
    public List<String> commandOn(String host, List<String> command) {
        List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", host));
        all.addAll(command);
        return all;
    }

    @Override
    public <T> T callOn(String host, Callable<T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(() -> {
            int fd = LibC.INSTANCE.open("/run/netns/" + host, 0);
            if (fd < 0 || LibC.INSTANCE.setns(fd, 0x40000000) != 0) {
                throw new IOException("cannot enter " + host);
            }
            LibC.INSTANCE.close(fd);
            return work.call();
        });
        Thread thread = new Thread(task, "on-" + host);
        thread.start();
        return task.get();
    }
}
