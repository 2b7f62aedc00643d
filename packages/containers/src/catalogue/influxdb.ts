import * as z from "zod/mini";
import { addOn, token } from "./add-on.ts";

/** Database for time series. Sets itself up at its first start (image's reference: `DOCKER_INFLUXDB_INIT_…`). */
export const influxdb = addOn({
  title: "InfluxDB",
  group: "third-party",
  image: { repository: "library/influxdb", tag: "2.7.12" },
  network: "own",
  ports: [{ container: 8086, host: 28_086 }],
  volumes: { data: "/var/lib/influxdb2", config: "/etc/influxdb2" },
  // Its start script gives the data to the account it then takes.
  capabilities: ["CHOWN", "SETUID", "SETGID", "DAC_OVERRIDE", "FOWNER"],
  limits: { memoryMiB: 1024, cpus: 2, processes: 512 },
  health: { kind: "http", port: 8086, path: "/health", timeoutMs: 60_000 },
  reset: ["data", "config"],
  backup: ["data", "config"],
  controls: { control: true, reset: true },
  stopSeconds: 10,
  parameters: z.strictObject({
    /** Organisation and bucket are letters, digits, `_` and `-`. */
    org: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,60}$/)),
    bucket: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,60}$/)),
    password: token(),
    token: token(),
  }),
  render: ({ org, bucket, password, token: admin }) => ({
    env: {
      DOCKER_INFLUXDB_INIT_MODE: "setup",
      DOCKER_INFLUXDB_INIT_USERNAME: "admin",
      DOCKER_INFLUXDB_INIT_PASSWORD: password,
      DOCKER_INFLUXDB_INIT_ORG: org,
      DOCKER_INFLUXDB_INIT_BUCKET: bucket,
      DOCKER_INFLUXDB_INIT_ADMIN_TOKEN: admin,
    },
    files: [],
  }),
  commands: {},
});
