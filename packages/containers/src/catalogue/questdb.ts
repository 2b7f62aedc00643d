import { addOn, nothing } from "./add-on.ts";

/** Column store: HTTP console and InfluxDB line protocol on 9000, PostgreSQL's protocol on 8812. */
export const questdb = addOn({
  title: "QuestDB",
  group: "third-party",
  image: { repository: "questdb/questdb", tag: "8.3.1" },
  network: "own",
  ports: [
    { container: 9000, host: 29_000 },
    { container: 8812, host: 28_812 },
  ],
  volumes: { data: "/var/lib/questdb" },
  capabilities: ["CHOWN", "SETUID", "SETGID", "DAC_OVERRIDE", "FOWNER"],
  limits: { memoryMiB: 1536, cpus: 2, processes: 512 },
  health: { kind: "http", port: 9000, path: "/ping", timeoutMs: 60_000 },
  reset: ["data"],
  controls: { control: true, reset: true },
  stopSeconds: 10,
  parameters: nothing,
  render: () => ({ env: { QDB_TELEMETRY_ENABLED: "false" }, files: [] }),
  commands: {},
});
