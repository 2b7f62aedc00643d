/** What somebody may ask of the engine behind the device service who wants more of it than the catalogue has. */
import { ADD_ON_IDS } from "@hubwart/containers";
import * as fc from "fast-check";

const VERBS = [
  ..."overview state has-image pull start stop apply await-healthy set-aside put-back drop-aside reset save load command".split(
    " ",
  ),
  ..."logs watch trust create exec run privileged".split(" "),
];

/** What would make a container its owner's way to root. */
const GREED = {
  image: "evil:1",
  Image: "evil:1",
  privileged: true,
  Privileged: true,
  HostConfig: { Privileged: true, Binds: ["/:/host"], CapAdd: ["ALL"], NetworkMode: "host", PidMode: "host" },
  Binds: ["/:/host"],
  mounts: [{ Type: "bind", Source: "/", Target: "/host" }],
  volumes: { "/": "/host" },
  cmd: ["sh", "-c", "id"],
  command: ["sh", "-c", "id"],
  env: { LD_PRELOAD: "/x.so" },
  ports: [{ container: 22, host: 22 }],
  network: "host",
  capabilities: ["SYS_ADMIN"],
  registry: "evil.example",
  reference: "evil:1",
  files: [{ path: "/etc/passwd", content: "root::0:0::/:/bin/sh" }],
};
const PARAMETERS: readonly object[] = [
  { rules: [] },
  { rules: [{ id: "r1", port: 9000, protocol: "http", dial: "127.0.0.1:8080", headers: [] }] },
  { users: [] },
  { users: [{ usr: "a", read: "#", write: "", hash: `$7$101$${"A".repeat(16)}$${"B".repeat(88)}` }] },
  { org: "o", bucket: "b", password: "secret-password", token: "secret-token" },
  { influx: { token: "secret-token", org: "o", bucket: "b" } },
  { token: "secret-token", hostname: "hub" },
  { authtoken: "secret-token", tunnels: [{ proto: "http", addr: "127.0.0.1:8080" }] },
  {},
];
const NASTY = [
  "a\nb",
  "../../etc/shadow",
  "$(id)",
  "`id`",
  "a\u0000b",
  "s4q_main",
  "-v",
  "__proto__",
  "x".repeat(70_000),
];

const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ADD_ON_IDS) },
  fc.constantFrom(...NASTY),
  fc.string({ unit: "binary" }),
);
const greedy = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.subarray(Object.entries(GREED)).map((entries) => Object.fromEntries(entries)) },
);
const spoilt = fc
  .tuple(fc.constantFrom(...PARAMETERS), fc.constantFrom(...NASTY), fc.nat(8))
  .map(([parameters, text, at]) => {
    let seen = 0;
    return JSON.parse(JSON.stringify(parameters), (_key, value: unknown) =>
      typeof value === "string" && seen++ === at ? text : value,
    ) as object;
  });
const parameters = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...PARAMETERS) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...PARAMETERS), greedy).map(([a, b]) => ({ ...a, ...b })),
  },
  { weight: 2, arbitrary: spoilt },
  fc.jsonValue(),
);

/** A request, nearly right. */
export const anyAddOnRequest: fc.Arbitrary<object> = fc
  .record({
    verb: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...VERBS) },
      { weight: 1, arbitrary: fc.string() },
    ),
    id: name,
    parameters,
    name: fc.constantFrom("apply", "may", "status", "sh", "constructor", "../apply"),
    args: fc.oneof(fc.constant({}), parameters),
    tail: fc.oneof(fc.constant(5), fc.integer()),
    follow: fc.boolean(),
    authorities: fc.oneof(fc.array(fc.constantFrom("x", ...NASTY)), parameters),
    greedy,
  })
  .map(({ greedy: more, ...all }) => {
    const kept: Record<string, readonly string[]> = {
      overview: [],
      watch: [],
      start: ["id", "parameters"],
      apply: ["id", "parameters"],
      command: ["id", "name", "args"],
      save: ["id", "args"],
      load: ["id", "args"],
      logs: ["id", "tail", "follow"],
      trust: ["authorities"],
    };
    const fields = (Object.hasOwn(kept, all.verb) ? kept[all.verb] : undefined) ?? ["id"];
    const request = Object.fromEntries(
      Object.entries(all).filter(([key]) => key === "verb" || fields.includes(key)),
    );
    return { ...request, ...more };
  });
