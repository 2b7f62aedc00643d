import * as z from "zod/mini";
import type { EngineFile } from "../../engine.ts";
import { addOn, command } from "../add-on.ts";
import { filterProblem } from "./filter.ts";

const FOLDER = "/etc/mosquitto";
const DATA = "/var/lib/mosquitto";
const UID = 1883;
/** The file is newer than a mark that was made a moment before. */
const SAVE = `: > /tmp/save
sleep 0.1
kill -USR1 "$(cat /tmp/mosquitto.pid)" || exit 1
tries=0
until [ ${DATA}/mosquitto.db -nt /tmp/save ]; do
  tries=$((tries + 1))
  [ "$tries" -gt 300 ] && { echo "Der Broker hat seine Daten nicht geschrieben."; exit 1; }
  sleep 0.1
done`;

/** To 1883, 1884 and 9001; no connection is no failure. */
const CONNECTIONS =
  "grep -s -h -o -E '^ *[0-9]+: [0-9A-F]+:(075B|075C|2329) [0-9A-F]+:[0-9A-F]{4} 01 ' /proc/net/tcp /proc/net/tcp6 || :";

const userName = z.string().check(z.regex(/^[^\s:#+/\p{Cc}]{1,100}$/u));
/** A topic filter, or nothing; no line could hold more than one. */
const filter = z.string().check(z.refine((text) => filterProblem(text) === undefined));
/** As `mosquitto_passwd` writes it: `$7$iterations$salt$hash`. */
const hash = z.string().check(z.regex(/^\$7\$[0-9]{2,7}\$[A-Za-z0-9+/=]{8,64}\$[A-Za-z0-9+/=]{40,200}$/));
const rights = { usr: userName, read: filter, write: filter };

/**
 * MQTT broker. 1883 and 9001 (WebSocket) want a user; 1884 is the device's own, reachable from loopback and the add-ons alone,
 * and only takes messages.
 */
export const mosquitto = addOn({
  title: "Mosquitto",
  group: "third-party",
  image: { repository: "hubwart/mosquitto", tag: "2.0.11-3" },
  network: "own",
  ports: [
    { container: 1883, host: 21_883 },
    { container: 1884, host: 21_884 },
    { container: 9001, host: 29_001 },
  ],
  volumes: { data: DATA },
  capabilities: [],
  limits: { memoryMiB: 256, cpus: 1, processes: 64 },
  health: { kind: "tcp", port: 1883, timeoutMs: 15_000 },
  reset: ["data"],
  backup: { folder: DATA, secret: false, save: "save" },
  controls: { control: true, reset: true },
  stopSeconds: 5,
  parameters: z.strictObject({
    users: z.array(z.strictObject({ ...rights, hash })).check(z.maxLength(500)),
  }),
  render: ({ users }) => ({
    env: {},
    files: [
      secret("mosquitto.conf", CONFIG),
      secret("next/passwords", users.map(({ usr, hash: value }) => `${usr}:${value}\n`).join("")),
      secret("next/rights", users.map(rightsOf).join("\n")),
      secret("device-rights", "topic write #\n"),
    ],
  }),
  apply: "apply",
  commands: {
    /**
     * A second broker of the same program tries the files of all users first; what it does not take changes nothing. SIGHUP then:
     * users that are gone are disconnected, the others stay (mosquitto(8)). A broker that let everybody do everything is ended.
     */
    apply: command({
      argv: ["/usr/local/bin/apply"],
      timeoutMs: 30_000,
      args: z.strictObject({}),
      files: () => [],
    }),
    /** Connections that stand, a line each, as the kernel has them (proc(5), `/proc/net/tcp`; state 01). */
    connections: command({
      argv: ["/bin/sh", "-c", CONNECTIONS],
      timeoutMs: 10_000,
      args: z.strictObject({}),
      files: () => [],
    }),
    /** SIGUSR1: what the broker retains is written to a new file that takes the old one's place (mosquitto(8)). */
    save: command({
      argv: ["/bin/sh", "-c", SAVE],
      timeoutMs: 60_000,
      args: z.strictObject({}),
      files: () => [],
    }),
    /**
     * May a user read or write a topic? Asked of a second broker of the same program with the rights in force, apart from
     * the network, so that nothing is published in the plant. Answers `read=yes|no` and `write=yes|no`.
     */
    may: command({
      argv: ["/usr/local/bin/may"],
      timeoutMs: 30_000,
      args: z.strictObject({
        usr: userName,
        topic: z.string().check(z.regex(/^[^+#\p{Cc}]{1,2000}$/u)),
      }),
      // Two questions at once share nothing.
      ownRun: true,
      files: ({ topic, usr }, run) => [
        { path: `/tmp/may-${run}`, content: `${usr}\n${topic}\n`, mode: 0o600, uid: UID },
      ],
    }),
  },
});

function rightsOf({ usr, read, write }: { usr: string; read: string; write: string }): string {
  return [
    `user ${usr}`,
    ...(read ? [`topic read ${read}`] : []),
    ...(write ? [`topic write ${write}`] : []),
    "",
  ].join("\n");
}

function secret(name: string, content: string): EngineFile {
  return { path: `${FOLDER}/${name}`, content, mode: 0o600, uid: UID };
}

const CONFIG = `per_listener_settings true
persistence true
persistence_location /var/lib/mosquitto/
autosave_interval 60
log_dest stderr
log_timestamp false
connection_messages true

listener 1883
allow_anonymous false
password_file ${FOLDER}/passwords
acl_file ${FOLDER}/rights

listener 9001
protocol websockets
allow_anonymous false
password_file ${FOLDER}/passwords
acl_file ${FOLDER}/rights

listener 1884
allow_anonymous true
acl_file ${FOLDER}/device-rights
`;
