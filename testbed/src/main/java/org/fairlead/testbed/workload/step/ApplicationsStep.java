// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.step;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.workload.GeneratedInput;
import org.fairlead.testbed.workload.StepKind;
import org.fairlead.testbed.workload.StepNeeds;
import org.fairlead.testbed.workload.StepRun;
import org.fairlead.testbed.workload.WorkModel;
import org.fairlead.testbed.workload.WorkloadStep;
import org.fairlead.testbed.workload.driver.DriverRequest;
import org.fairlead.testbed.workload.driver.TpchQueries;

/**
 * Jobs of several Spark applications at the same time, each application with its own driver and its own executor on every worker, its
 * jobs in fair pools. All input is written before the first job starts.
 *
 * @param run the applications, in the order of the file
 * @param input tables of the queries, and a text for each sort
 */
record ApplicationsStep(List<Application> run, GeneratedInput input) implements WorkloadStep {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,31}");
    private static final int MOST_APPLICATIONS = 4;
    private static final int MOST_JOBS = 32;
    private static final Duration LATEST_START = Duration.ofHours(1);

    /** What one application does. */
    record Application(String name, List<Job> jobs) {
        Application {
            jobs = List.copyOf(jobs);
        }
    }

    /**
     * A TPC-H query, or a sort of a text of its own.
     *
     * @param name unique in its application
     * @param query such as {@code q6}; empty for a sort
     * @param sortBytes size of the text; 0 for a query
     * @param pool of Spark's fair scheduler; empty for the default one
     * @param start after the start of the step
     */
    record Job(String name, String query, long sortBytes, String pool, Duration start) {
        /** Whether it sorts; otherwise it asks a query. */
        boolean sorts() {
            return query.isEmpty();
        }

        private double startSeconds() {
            return start.toNanos() / 1e9;
        }

        private Job named(String otherName) {
            return new Job(otherName, query, sortBytes, pool, start);
        }
    }

    ApplicationsStep {
        run = List.copyOf(run);
    }

    /** The name, which is also the directory, of what a sort reads; differs from any table's. */
    private static String text(String application, String job) {
        return "texts/" + application + "/" + job;
    }

    /** Reads the step's body. */
    static ApplicationsStep from(YamlNode body) {
        body.allow("run", "scale", "writers", "block-size", "replication", "keep");
        YamlNode run = body.required("run");
        List<Application> applications = new ArrayList<>();
        run.mapping().forEach((name, jobs) -> applications.add(application(name, jobs)));
        if (applications.isEmpty() || applications.size() > MOST_APPLICATIONS) {
            throw run.invalid(applications.size() + " applications; 1 to " + MOST_APPLICATIONS + " are accepted");
        }
        Set<String> queries = new TreeSet<>();
        Map<String, Long> texts = new LinkedHashMap<>();
        for (Application application : applications) {
            for (Job job : application.jobs()) {
                if (job.sorts()) {
                    texts.put(text(application.name(), job.name()), job.sortBytes());
                } else {
                    queries.add(job.query());
                }
            }
        }
        if (queries.isEmpty() && body.has("scale")) {
            throw body.required("scale").invalid("is that of tables, but no job asks a query");
        }
        if (!queries.isEmpty()) {
            body.required("scale");
        }
        return new ApplicationsStep(
                applications, StepKeys.input(StepKind.APPLICATIONS, body, List.copyOf(queries), texts));
    }

    private static Application application(String name, YamlNode list) {
        if (!NAME.matcher(name).matches()) {
            throw list.invalid("'" + name
                    + "' is not an application's name; accepted: small letters, digits and '-', a letter first");
        }
        List<YamlNode> nodes = list.sequence();
        if (nodes.isEmpty() || nodes.size() > MOST_JOBS) {
            throw list.invalid(nodes.size() + " jobs; 1 to " + MOST_JOBS + " are accepted");
        }
        List<Job> jobs = nodes.stream().map(ApplicationsStep::job).toList();
        return new Application(name, numbered(jobs));
    }

    private static Job job(YamlNode node) {
        node.allow("query", "sort", "pool", "start");
        if (node.has("query") == node.has("sort")) {
            throw node.invalid("one of query and sort is expected");
        }
        String query = node.optional("query")
                .map(value -> value.oneOf(TpchQueries.QUERIES.keySet()))
                .orElse("");
        return new Job(
                query.isEmpty() ? "sort" : query,
                query,
                node.optional("sort").map(StepKeys::textBytes).orElse(0L),
                node.optional("pool").map(YamlNode::text).orElse(""),
                node.optional("start").map(ApplicationsStep::start).orElse(Duration.ZERO));
    }

    private static Duration start(YamlNode node) {
        Duration start = node.as(Quantities::duration);
        if (start.compareTo(LATEST_START) > 0) {
            throw node.invalid("is above 1 h");
        }
        return start;
    }

    /** Jobs that would have the same name get a number, from 1. */
    private static List<Job> numbered(List<Job> jobs) {
        Map<String, Long> alike = jobs.stream().collect(Collectors.groupingBy(Job::name, Collectors.counting()));
        Map<String, Integer> before = new HashMap<>();
        List<Job> numbered = new ArrayList<>();
        for (Job job : jobs) {
            int number = before.merge(job.name(), 1, Integer::sum);
            numbered.add(alike.get(job.name()) == 1 ? job : job.named(job.name() + "-" + number));
        }
        return numbered;
    }

    @Override
    public StepKind kind() {
        return StepKind.APPLICATIONS;
    }

    @Override
    public StepNeeds needs() {
        Set<String> names = run.stream().map(Application::name).collect(Collectors.toSet());
        return StepNeeds.jobs(names, input, input.textBytes());
    }

    @Override
    public void run(StepRun at, Random random) {
        Map<String, String> uris = at.put();
        Map<String, List<DriverRequest.Job>> requests = new LinkedHashMap<>();
        for (Application application : run) {
            requests.put(
                    application.name(),
                    application.jobs().stream()
                            .map(job -> request(application.name(), job, uris, at))
                            .toList());
        }
        at.spark("job_time", requests);
    }

    private static DriverRequest.Job request(String application, Job job, Map<String, String> uris, StepRun at) {
        DriverRequest.Job request = job.sorts()
                ? DriverRequest.Job.sort(
                        job.name(), uris.get(text(application, job.name())), at.output(application + "-" + job.name()))
                : DriverRequest.Job.query(job.name(), job.query(), uris);
        return request.in(job.pool()).after(job.startSeconds());
    }

    @Override
    public List<Check> verify(StepRun at) {
        List<Check> checks = new ArrayList<>();
        for (Application application : run) {
            List<String> sorts = application.jobs().stream()
                    .filter(Job::sorts)
                    .map(Job::name)
                    .toList();
            if (!sorts.isEmpty()) {
                String name = application.name();
                checks.add(at.keepsEveryByte("sort of " + name, name, sorts, text(name, "")));
            }
        }
        return checks;
    }

    @Override
    public void model(WorkModel model, Random random) {
        List<WorkModel.ApplicationJob> jobs = new ArrayList<>();
        for (Application application : run) {
            for (Job job : application.jobs()) {
                jobs.add(new WorkModel.ApplicationJob(
                        application.name(),
                        job.name(),
                        job.sorts() ? "sort" : job.query(),
                        job.sorts() ? Optional.of(text(application.name(), job.name())) : Optional.empty(),
                        job.pool(),
                        job.startSeconds()));
            }
        }
        model.applications(input, jobs);
    }
}
