package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.Test;

class RuntimeBeanTest {
  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

  private ObjectName registered(HeddleRuntime runtime) throws Exception {
    ObjectName name = RuntimeBean.objectName(runtime.dump().runtime());
    Wait.until(() -> server.isRegistered(name));
    return name;
  }

  @Test
  void anOpenRuntimeShowsWhatItCounts() throws Exception {
    try (HeddleRuntime runtime = FifoStrategy.start(2)) {
      runtime.spawn(new Scripted("task", (self, context) -> self.done("done"))).join();
      ObjectName name = registered(runtime);
      assertThat(name.getKeyProperty("name")).startsWith("fifo-");
      assertThat(server.getAttribute(name, "Strategy")).isEqualTo("fifo");
      assertThat(server.getAttribute(name, "Workers")).isEqualTo(2);
      assertThat(server.getAttribute(name, "LiveTasks")).isEqualTo(0L);
      assertThat(server.getAttribute(name, "Stalls")).isInstanceOf(Long.class);
      assertThat(server.getAttribute(name, "InjectionDepth")).isEqualTo(RuntimeCounters.UNKNOWN);
      assertThat((Object[]) server.getAttribute(name, "LocalDepths")).hasSize(2);
      CompositeData counters = (CompositeData) server.getAttribute(name, "Counters");
      assertThat(counters.get("polls")).isEqualTo(1L);
      assertThat(counters.getCompositeType().keySet())
          .containsExactlyInAnyOrder(
              Arrays.stream(RuntimeCounters.class.getRecordComponents())
                  .map(RecordComponent::getName)
                  .toArray(String[]::new));
      assertThat((CompositeData[]) server.getAttribute(name, "WorkerCounters")).hasSize(2);
      CompositeData times = (CompositeData) server.getAttribute(name, "PollTimes");
      assertThat(times.getCompositeType().keySet()).contains("count", "p50", "p99", "max");
      assertThat(server.getAttribute(name, "SchedulingLatencies"))
          .isInstanceOf(CompositeData.class);
    }
  }

  @Test
  void itDumpsForPeopleAndForPrograms() throws Exception {
    try (HeddleRuntime runtime = FifoStrategy.start(1)) {
      ObjectName name = registered(runtime);
      assertThat((String) server.invoke(name, "dump", new Object[0], new String[0]))
          .startsWith("Runtime " + name.getKeyProperty("name") + ": 1 workers");
      assertThat((String) server.invoke(name, "dumpJson", new Object[0], new String[0]))
          .startsWith("{\"runtime\":\"" + name.getKeyProperty("name") + "\"");
    }
  }

  @Test
  void aClosedRuntimeIsNoLongerThere() throws Exception {
    HeddleRuntime runtime = FifoStrategy.start(1);
    ObjectName name = registered(runtime);
    runtime.close();
    assertThat(server.isRegistered(name)).isFalse();
  }

  @Test
  void aRuntimeThatClosedBeforeItWasRegisteredNeverIs() throws Exception {
    try (HeddleRuntime runtime = HandDriven.runtime(task -> {})) {
      RuntimeBean bean = new RuntimeBean(runtime, "closed-before");
      bean.unregister();
      bean.register();
      assertThat(server.isRegistered(RuntimeBean.objectName("closed-before"))).isFalse();
    }
  }

  @Test
  void aNameOfAnyKindIsRegistered() throws Exception {
    try (HeddleRuntime runtime = HandDriven.runtime(task -> {})) {
      String odd = "a:b=c,\"d\"*?\n-1";
      RuntimeBean bean = new RuntimeBean(runtime, odd);
      bean.register();
      assertThat(server.isRegistered(RuntimeBean.objectName(odd))).isTrue();
      bean.unregister();
      assertThat(server.isRegistered(RuntimeBean.objectName(odd))).isFalse();
    }
  }

  private WeakReference<HeddleRuntime> registeredAndClosed() throws Exception {
    try (HeddleRuntime runtime = FifoStrategy.start(1)) {
      registered(runtime);
      return new WeakReference<>(runtime);
    }
  }

  @Test
  void aClosedRuntimeIsNotKeptInMemory() throws Exception {
    WeakReference<HeddleRuntime> closed = registeredAndClosed();
    Wait.until(() -> {
      System.gc();
      return closed.get() == null;
    });
  }
}
