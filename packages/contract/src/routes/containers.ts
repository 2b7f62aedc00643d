import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { anyPassword, bytes, isoTime } from "../shapes.ts";

const changes = {
  needs: "admin",
  channels: "none",
  origin: "spec",
  mutates: true,
} as const;

const changesAll = {
  needs: "admin",
  channels: "whole",
  origin: "spec",
  mutates: true,
} as const;

const reads = {
  needs: "admin",
  channels: "none",
  origin: "spec",
  mutates: false,
} as const;

/** Name without its prefix `s4q_`. */
const container = z.object({
  container: z
    .string()
    .check(
      z.regex(
        /^[a-z][a-z0-9_-]{0,63}$/,
        "Erlaubt sind bis zu 64 Zeichen: Kleinbuchstaben, Ziffern, „_“ und „-“, am Anfang ein Buchstabe.",
      ),
    ),
});
const secret = z.string().check(z.trim(), z.maxLength(500));
const tunnel = z.object({
  proto: z.enum(["http", "https", "tcp"]),
  addr: describe(
    z.string().check(
      z.regex(/^[A-Za-z0-9_.-]{1,253}:[0-9]{1,5}$/, {
        error: "Erlaubt ist Name:Port, zum Beispiel influxdb:8086.",
      }),
    ),
    "`host:port`",
  ),
  domain: z.optional(z.string().check(z.maxLength(253))),
});
const mqttTopic = () => z.string().check(z.maxLength(65_535));
/** Without what the broker's files and topics give a meaning of their own. */
const userName = () =>
  z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(100),
      z.regex(/^[^\s:#+/\p{Cc}]+$/u, { error: "Erlaubt sind alle Zeichen außer Leerzeichen und : # + /." }),
    );

const info = {
  name: z.string(),
  running: z.boolean(),
  started: z.nullable(isoTime()),
  cpu: describe(z.number(), "percent of one core"),
  memory: describe(z.number(), "MiB"),
  net_in: bytes(),
  net_out: bytes(),
  imageid: z.string(),
  control: describe(z.boolean(), "may be started, stopped and updated"),
  reset: describe(z.boolean(), "its data may be deleted"),
  reason: z.optional(describe(z.string(), "German; why nothing is known of it")),
};

export const containerInfo = call({
  method: "GET",
  path: "/{container}/info",
  summary: "State and figures of a container, and what may be done with it.",
  needs: "see",
  channels: "none",
  origin: "spec",
  mutates: false,
  params: container,
  answer: answer(info),
});

export const containerConfig = call({
  method: "GET",
  path: "/{container}/config",
  summary: "Whether a container is to run.",
  needs: "admin",
  channels: "whole",
  origin: "spec",
  mutates: false,
  params: container,
  etag: ["active"],
  answer: answer({ active: z.boolean() }),
});

export const containerConfigSave = call({
  method: "POST",
  path: "/{container}/config",
  summary: "Starts or stops a container, and keeps it so.",
  ...changesAll,
  params: container,
  guard: "containerConfig",
  body: z.object({ active: z.boolean() }),
  answer: answer({ changed: z.boolean() }),
});

export const containerUpdate = call({
  method: "GET",
  path: "/{container}/update",
  summary:
    "Stops, updates and restarts a container; the old one is put back if the new one is not healthy (code 1002).",
  ...changes,
  params: container,
});

export const containerRestart = call({
  method: "GET",
  path: "/{container}/restart",
  summary: "Restarts a container.",
  needs: "engineer",
  channels: "none",
  origin: "spec",
  mutates: true,
  params: container,
});

export const containerReset = call({
  method: "GET",
  path: "/{container}/rstore",
  summary: "Deletes a container's data irrevocably and restarts it.",
  ...changesAll,
  params: container,
});

export const grafanaPassword = call({
  method: "POST",
  path: "/grafana/reset-admin-pwd",
  summary: "Sets the password of the user `admin`.",
  ...changes,
  body: z.object({ pwd: z.string().check(z.minLength(1), z.maxLength(1024)) }),
});

export const influxAccessShow = call({
  method: "POST",
  path: "/influxdb/access/show",
  summary:
    "Access of the user `admin` to the InfluxDB add-on, for its pages and for other programs. Noted in the change log.",
  needs: "admin",
  channels: "whole",
  mutates: true,
  answer: answer({
    user: z.string(),
    password: describe(z.string(), "as it was set here last"),
    token: describe(z.string(), "may do everything; status forwarding and Grafana use it too"),
    org: z.string(),
    bucket: z.string(),
  }),
});

export const influxTokenRenew = call({
  method: "POST",
  path: "/influxdb/access/renew-token",
  summary:
    "Another token for the InfluxDB add-on; the old one ends. Status forwarding and backups go on with the new one, Grafana is restarted with it.",
  needs: "admin",
  channels: "whole",
  mutates: true,
});

export const influxPassword = call({
  method: "POST",
  path: "/influxdb/reset-admin-pwd",
  summary: "Sets the password of the user `admin` of the InfluxDB add-on.",
  needs: "admin",
  channels: "whole",
  mutates: true,
  body: z.object({
    pwd: z.string().check(
      z.minLength(8),
      z.maxLength(72),
      z.regex(/^[\x21-\x7e]*$/, {
        error: "Erlaubt sind Buchstaben ohne Umlaute, Ziffern und Zeichen ohne Leerzeichen.",
      }),
    ),
  }),
});

export const mosquittoUsers = call({
  method: "GET",
  path: "/mosquitto/users/list",
  summary: "Users of the broker with their topic rights.",
  needs: "admin",
  channels: "whole",
  origin: "spec",
  mutates: false,
  etag: ["users"],
  answer: answer({
    users: z.array(
      z.object({
        usr: z.string(),
        has_pwd: z.boolean(),
        read: z.string(),
        write: z.string(),
        problem: z.optional(describe(z.string(), "German; why a stored topic allows nothing; our addition")),
      }),
    ),
  }),
});

const topics = z.object({
  read: describe(z.string(), "topic filter, empty for none"),
  write: describe(z.string(), "topic filter, empty for none"),
});
const rightsChanges = describe(
  z.array(z.object({ usr: z.string(), gains: topics, loses: topics })),
  "who may do more or less by this change: what the new filter means beyond the old one, and the other way round; our addition",
);

export const mosquittoUserSet = call({
  method: "POST",
  path: "/mosquitto/users/set",
  summary:
    "Adds or changes a user; an empty password keeps the present one. At once, without a restart, and only once a second broker has taken all users.",
  ...changesAll,
  guard: "mosquittoUsers",
  body: z.object({
    usr: userName(),
    pwd: z.optional(anyPassword()),
    read: describe(mqttTopic(), "topic filter, empty for none"),
    write: describe(mqttTopic(), "topic filter, empty for none"),
  }),
  answer: answer({ changes: rightsChanges }),
});

export const mosquittoUserDelete = call({
  method: "GET",
  path: "/mosquitto/users/delete",
  summary: "Removes a user and ends their connections.",
  ...changesAll,
  guard: "mosquittoUsers",
  query: z.object({ usr: userName() }),
  answer: answer({ changes: rightsChanges }),
});

export const mosquittoClients = call({
  method: "GET",
  path: "/mosquitto/clients",
  summary:
    "Who is connected to the broker; a name is missing where the broker's log does not reach back to the sign-in.",
  needs: "engineer",
  channels: "whole",
  mutates: false,
  answer: answer({
    clients: z.array(
      z.object({
        client: describe(z.nullable(z.string()), "client id"),
        usr: describe(z.nullable(z.string()), "user; none on the device's own listener"),
        address: describe(
          z.string(),
          "`address:port` as the broker sees it; connections through this device have that of the containers' network",
        ),
        port: describe(z.int(), "the broker's: 1883, 1884 (the device's own) or 9001 (WebSocket)"),
        since: z.nullable(isoTime()),
      }),
    ),
    more: describe(z.int(), "further ones that are not listed"),
  }),
});

export const mosquittoMay = call({
  method: "POST",
  path: "/mosquitto/users/may",
  summary: "What a user may do with a topic, as the broker itself judges it.",
  needs: "engineer",
  channels: "whole",
  mutates: false,
  body: z.object({
    usr: userName(),
    topic: describe(
      z
        .string()
        .check(
          z.minLength(1),
          z.maxLength(2000),
          z.regex(/^[^+#\p{Cc}]+$/u, { error: "Erlaubt ist ein Topic ohne + und #." }),
        ),
      "a topic, not a filter",
    ),
  }),
  answer: answer({ read: z.boolean(), write: z.boolean() }),
});

export const tailscaleConfig = call({
  method: "GET",
  path: "/tailscale/config",
  summary: "Whether the VPN service is to run.",
  ...reads,
  etag: ["active", "has_token"],
  answer: answer({ active: z.boolean(), has_token: z.boolean() }),
});

export const tailscaleConfigSave = call({
  method: "POST",
  path: "/tailscale/config",
  summary: "Saves token and activity; a token that is left out is kept.",
  ...changes,
  guard: "tailscaleConfig",
  body: z.object({ active: z.boolean(), token: z.optional(secret) }),
  answer: answer({ changed: z.boolean() }),
});

export const tailscaleInfo = call({
  method: "GET",
  path: "/tailscale/info",
  summary: "State of the VPN service, names as it gives them.",
  ...reads,
  answer: answer({
    ...info,
    BackendState: describe(z.string(), "`Running`, `NoState` or another"),
    Version: z.string(),
    TailscaleIPs: z.array(z.string()),
    Self: z.object({ HostName: z.string(), KeyExpiry: z.nullable(isoTime()) }),
  }),
});

export const ngrokConfig = call({
  method: "GET",
  path: "/ngrok/config",
  summary: "Tunnels as configured.",
  ...reads,
  etag: ["active", "has_authtoken", "has_api_key", "tunnels"],
  answer: answer({
    active: z.boolean(),
    has_authtoken: z.boolean(),
    has_api_key: z.boolean(),
    tunnels: z.array(tunnel),
  }),
});

export const ngrokConfigSave = call({
  method: "POST",
  path: "/ngrok/config",
  summary: "Saves the tunnels; secrets that are left out are kept.",
  ...changes,
  guard: "ngrokConfig",
  body: z.object({
    active: z.boolean(),
    authtoken: z.optional(secret),
    api_key: z.optional(secret),
    tunnels: z.array(tunnel).check(z.maxLength(50)),
  }),
  answer: answer({ changed: z.boolean() }),
});

export const ngrokInfo = call({
  method: "GET",
  path: "/ngrok/info",
  summary: "Version, and the tunnels that are open.",
  ...reads,
  answer: answer({
    ...info,
    version: z.string(),
    tunnels: z.array(z.object({ url: z.string(), target: z.string() })),
  }),
});
