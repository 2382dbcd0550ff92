package dev.heddle.runtime;

import dev.heddle.runtime.observe.Quantiles;
import dev.heddle.runtime.observe.RuntimeMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.List;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * A runtime's {@link RuntimeMXBean}, and its registration.
 *
 * <p>The platform's MBean server costs a JVM its first tenths of a second, which a runtime nobody
 * looks at shall not spend. So the bean is registered once the server is there, because somebody
 * else started it: a management agent, a monitoring tool that attaches, the application itself.
 * Whoever looks before that finds the bean a moment later.
 *
 * <p>Thread-safe. Knows its runtime weakly: a bean that somebody keeps does not keep the runtime.
 */
final class RuntimeBean implements RuntimeMXBean {
  private final WeakReference<HeddleRuntime> runtime;
  private final String name;

  // Guarded by this.
  private @Nullable ObjectName registered;
  private boolean done;

  RuntimeBean(HeddleRuntime runtime, String name) {
    this.runtime = new WeakReference<>(runtime);
    this.name = name;
  }

  /** Whether this JVM may have a platform MBean server by now. Starts none. */
  static boolean isServerThere() {
    return !MBeanServerFactory.findMBeanServer(null).isEmpty();
  }

  /** Registers the bean, unless that was done or {@link #unregister} was called. */
  synchronized void register() throws JMException {
    if (done) {
      return;
    }
    ObjectName as = objectName(name);
    done = true;
    ManagementFactory.getPlatformMBeanServer().registerMBean(this, as);
    registered = as;
  }

  /** Takes the bean out of the server for good. */
  synchronized void unregister() {
    done = true;
    if (registered == null) {
      return;
    }
    try {
      ManagementFactory.getPlatformMBeanServer().unregisterMBean(registered);
    } catch (InstanceNotFoundException somebodyElseDid) {
      // It is out of the server, which is what was to be done.
    } catch (JMException e) {
      throw new IllegalStateException("cannot unregister " + registered, e);
    } finally {
      registered = null;
    }
  }

  static ObjectName objectName(String name) throws JMException {
    // A third party's strategy may have any name.
    String safe = name.matches("[\\w.-]+") ? name : ObjectName.quote(name);
    return new ObjectName("dev.heddle:type=Runtime,name=" + safe);
  }

  private HeddleRuntime runtime() {
    HeddleRuntime found = runtime.get();
    if (found == null) {
      throw new IllegalStateException("the runtime is gone");
    }
    return found;
  }

  @Override
  public String getStrategy() {
    return runtime().strategy();
  }

  @Override
  public int getWorkers() {
    return runtime().workers();
  }

  @Override
  public RuntimeCounters getCounters() {
    return runtime().counters();
  }

  @Override
  public List<RuntimeCounters> getWorkerCounters() {
    return runtime().workerCounters();
  }

  @Override
  public long getLiveTasks() {
    return runtime().metrics().liveTasks();
  }

  @Override
  public long getInjectionDepth() {
    return runtime().metrics().injectionDepth();
  }

  @Override
  public List<Long> getLocalDepths() {
    return runtime().metrics().localDepths();
  }

  @Override
  public BlockingMetrics getBlocking() {
    return runtime().metrics().blocking();
  }

  @Override
  public long getStalls() {
    return runtime().metrics().stalls();
  }

  @Override
  public Quantiles getPollTimes() {
    return Quantiles.of(runtime().metrics().pollTimes());
  }

  @Override
  public Quantiles getSchedulingLatencies() {
    return Quantiles.of(runtime().metrics().schedulingLatencies());
  }

  @Override
  public String dump() {
    return runtime().dump().text();
  }

  @Override
  public String dumpJson() {
    return runtime().dump().json();
  }
}
