import * as z from "zod/mini";
import { addOn, command, token } from "./add-on.ts";

const COPY = "/tmp/hubwart-backup";
const TOKEN_FILE = "/tmp/hubwart-token";
/** Of a database of many gigabytes. */
const COPY_MS = 60 * 60_000;

/** The token is in no argument, which others could see. */
function withToken(line: string) {
  return command({
    argv: [
      "/bin/sh",
      "-c",
      `IFS= read -r INFLUX_TOKEN < ${TOKEN_FILE}; export INFLUX_TOKEN; rm -f ${TOKEN_FILE}; ${line}`,
    ],
    timeoutMs: COPY_MS,
    args: z.strictObject({ token: token() }),
    files: (args) => [{ path: TOKEN_FILE, content: args.token, mode: 0o600 }],
  });
}

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
  backup: { folder: COPY, secret: true, save: "save", load: "load", clear: "clear" },
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
  commands: {
    /** A consistent copy while it runs, accounts and tokens included (`influx backup` of the maker's reference). */
    save: withToken(`rm -rf ${COPY}; influx backup ${COPY}`),
    /** In place of everything that is there (`influx restore --full`). */
    load: withToken(`influx restore --full ${COPY}`),
    clear: command({
      argv: ["/bin/sh", "-c", `rm -rf ${COPY}`],
      timeoutMs: 60_000,
      args: z.strictObject({}),
      files: () => [],
    }),
  },
});
