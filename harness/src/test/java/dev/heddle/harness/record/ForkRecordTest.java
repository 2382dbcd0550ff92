package dev.heddle.harness.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.heddle.workloads.Distribution;
import org.junit.jupiter.api.Test;

class ForkRecordTest {

  @Test
  void aRecordOfAnEarlierVersionNamesItsLogsInItsOwnWay() throws JsonProcessingException {
    ForkRecord record = read("\"hdr\":\"hdr/a.hlog\",\"lateness\":\"hdr/a-lateness.hlog\"");
    assertThat(record.log(Distribution.SCHEDULING)).isEqualTo("hdr/a.hlog");
    assertThat(record.log(Distribution.LATENESS)).isEqualTo("hdr/a-lateness.hlog");
    assertThat(record.log(Distribution.RESPONSE)).isNull();
    assertThat(read("\"hdr\":null").log(Distribution.LATENESS)).isNull();
  }

  @Test
  void aRecordNamesEachOfItsLogsByItsLabel() throws JsonProcessingException {
    ForkRecord record =
        read(
            "\"hdr\":\"hdr/a-scheduling.hlog\",\"distributions\":{\"scheduling\":\"hdr/a-scheduling.hlog\",\"send-lag\":\"hdr/a-send-lag.hlog\"}");
    assertThat(record.log(Distribution.SCHEDULING)).isEqualTo("hdr/a-scheduling.hlog");
    assertThat(record.log(Distribution.SEND_LAG)).isEqualTo("hdr/a-send-lag.hlog");
    assertThat(record.log(Distribution.LATENESS)).isNull();
    assertThat(Json.MAPPER.readValue(Json.MAPPER.writeValueAsString(record), ForkRecord.class))
        .isEqualTo(record);
  }

  private static ForkRecord read(String logs) throws JsonProcessingException {
    return Json.MAPPER.readValue(
        """
        {"schema":"heddle.fork/1","id":"b01-001","block":1,"order":1,"cell":{"workload":"w",\
        "strategy":"s","timer":"none","driver":"none","cores":1,"workers":1,"params":{}},\
        "twin":false,"status":"ok","note":"","startedAt":"2026-01-01T00:00:00Z","wallSeconds":1,\
        "unit":"u","nanosPerUnit":[1.0],"units":1,"cpuNanos":1,"allocatedBytes":1,"counters":{},\
        "observed":null,"jmh":null,%s}\
        """
            .formatted(logs),
        ForkRecord.class);
  }
}
