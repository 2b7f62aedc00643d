import * as z from "zod/mini";
import { addOn, command, token } from "./add-on.ts";

const COPY = "/tmp/hubwart-backup";
const TOKEN_FILE = "/tmp/hubwart-token";
const PASSWORD_FILE = "/tmp/hubwart-password";
const ID_FILE = "/tmp/hubwart-token-id";
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
    /** The maker's reference: `influx user password`. It takes the new password as an argument only, inside the container. */
    "reset-password": command({
      argv: [
        "/bin/sh",
        "-c",
        `IFS= read -r INFLUX_TOKEN < ${TOKEN_FILE}; export INFLUX_TOKEN; IFS= read -r password < ${PASSWORD_FILE}; rm -f ${TOKEN_FILE} ${PASSWORD_FILE}; influx user password --name admin --password "$password"`,
      ],
      timeoutMs: 60_000,
      args: z.strictObject({ token: token(), password: token() }),
      files: (args) => [
        { path: TOKEN_FILE, content: args.token, mode: 0o600 },
        { path: PASSWORD_FILE, content: args.password, mode: 0o600 },
      ],
    }),
    /** One that may do what the present one may; answers it as JSON (the maker's reference: `influx auth create`). */
    "create-token": withToken(
      'influx auth create --org "$DOCKER_INFLUXDB_INIT_ORG" --operator --json --description Hubwart',
    ),
    /** All there are, as JSON. */
    "list-tokens": withToken("influx auth list --json"),
    "end-token": command({
      argv: [
        "/bin/sh",
        "-c",
        `IFS= read -r INFLUX_TOKEN < ${TOKEN_FILE}; export INFLUX_TOKEN; IFS= read -r id < ${ID_FILE}; rm -f ${TOKEN_FILE} ${ID_FILE}; influx auth delete --id "$id"`,
      ],
      timeoutMs: 60_000,
      args: z.strictObject({ token: token(), id: z.string().check(z.regex(/^[0-9a-f]{16}$/)) }),
      files: (args) => [
        { path: TOKEN_FILE, content: args.token, mode: 0o600 },
        { path: ID_FILE, content: args.id, mode: 0o600 },
      ],
    }),
    clear: command({
      argv: ["/bin/sh", "-c", `rm -rf ${COPY}`],
      timeoutMs: 60_000,
      args: z.strictObject({}),
      files: () => [],
    }),
  },
});
