import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import {
  bytes,
  logLevel,
  percent,
  podId,
  projectCell,
  projectPlace,
  queryFlag,
  unixMillis,
  unixSeconds,
} from "../shapes.ts";

export const podRecord = z.object({
  id: z.string(),
  type: z.string(),
  label: z.string(),
  internal: z.boolean(),
  running: z.boolean(),
  connected: describe(
    z.boolean(),
    "all its interfaces have their connection; true for one without interfaces",
  ),
  started: unixSeconds(),
  stat: z.object({ memory: bytes(), cpu: percent() }),
  counters: z.object({ in: z.number(), out: z.number(), coalesced: z.number(), failed: z.number() }),
  starts: describe(z.number(), "starts since the hub started"),
  peer: z.optional(
    describe(
      z.string(),
      "the other side or where it listens, `host:port` or a serial port; of the first interface that has one",
    ),
  ),
  since: describe(unixMillis(), "since when it runs and is connected, or is not; 0 if unknown"),
  last_value: describe(unixMillis(), "when a value last came from it or went to it; 0 before"),
  error: z.optional(z.string()),
});
export const podChannel = z.object({
  id: z.string(),
  iface: describe(z.string(), "its name within the pod"),
  port: z.nullable(z.number()),
  state: z.boolean(),
  active: describe(z.number(), "open connections"),
  last: unixMillis(),
  peer: z.optional(describe(z.string(), "the other side or where it listens, `host:port` or a serial port")),
  error: z.optional(z.string()),
});

export const pods = call({
  method: "GET",
  path: "/pods",
  summary: "The project's pods, and pods of which only settings remain.",
  needs: "see",
  channels: "filtered",
  origin: "spec",
  mutates: false,
  query: z.object({
    force: z.optional(describe(queryFlag(), "read fresh figures instead of the last ones")),
  }),
  answer: answer({ pods: z.array(podRecord), inactive: z.array(z.object({ id: z.string() })) }),
});

export const podChannels = call({
  method: "GET",
  path: "/pods/channel",
  summary: "Interfaces of a pod with their ports and connection state, and how many channels they carry.",
  needs: "see",
  channels: "filtered",
  origin: "spec",
  mutates: false,
  query: z.object({ pod: podId() }),
  answer: answer({
    channels: z.array(podChannel),
    methods: describe(z.array(z.string()), "what the pod can be asked: `check`, `read`, `test`"),
  }),
});

export const podConfig = call({
  method: "GET",
  path: "/pods/config",
  summary: "Settings of a pod as stored; `need_restart` while it still runs with others.",
  needs: "engineer",
  channels: "whole",
  origin: "spec",
  mutates: false,
  query: z.object({ pod: podId() }),
  etag: ["internal", "params"],
  answer: answer({
    need_restart: z.boolean(),
    internal: z.boolean(),
    params: z.record(z.string(), z.unknown()),
    log_level: logLevel(),
    token_file: describe(
      z.string(),
      "path on the device: the token with which the pod connects from outside",
    ),
    socket: describe(z.string(), "path on the device: where an external pod connects"),
  }),
});

export const podParameters = call({
  method: "GET",
  path: "/pods/parameters",
  summary: "Cells of a pod's rows in the project, secrets masked, with sheet and row where that is known.",
  needs: "engineer",
  channels: "whole",
  mutates: false,
  query: z.object({ pod: podId() }),
  answer: answer({
    ifaces: z.array(
      z.object({ iface: z.string(), cells: z.array(projectCell()), place: z.optional(projectPlace()) }),
    ),
  }),
  statuses: [503],
});

export const podConfigSave = call({
  method: "POST",
  path: "/pods/config",
  summary: "Saves settings of a pod; they take effect when the pod restarts.",
  needs: "engineer",
  channels: "whole",
  origin: "spec",
  mutates: true,
  guard: "podConfig",
  body: z.object({ pod: podId(), internal: z.boolean(), params: z.record(z.string(), z.unknown()) }),
  answer: answer({ need_restart: z.boolean() }),
});

export const podRestart = call({
  method: "GET",
  path: "/pods/restart",
  summary: "Restarts one pod with the stored settings.",
  needs: "engineer",
  channels: "whole",
  origin: "spec",
  mutates: true,
  query: z.object({ pod: podId() }),
});

export const podRead = call({
  method: "POST",
  path: "/pods/read",
  summary:
    "Has the pod read a channel from outside, now. 404 or 503 with the reason where that is not possible.",
  needs: "operate",
  channels: "filtered",
  mutates: false,
  query: z.object({ pod: podId() }),
  body: z.object({ chan: describe(z.string().check(z.minLength(1), z.maxLength(500)), "full name") }),
  answer: answer({
    value: z.unknown(),
    quality: z.union([z.literal(0), z.literal(1), z.literal(2)]),
    ts: unixMillis(),
    raw: z.optional(describe(z.string(), "as it came over the wire")),
  }),
  statuses: [503],
});

export const podAssets = call({
  method: "GET",
  path: "/pods/assets",
  summary: "Field devices of a pod of type asset: which are connected, since when, and what waits for them.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  watchesOnly: true,
  query: z.object({ pod: podId() }),
  answer: answer({
    assets: z.array(
      z.object({
        asset: describe(z.string(), "user name"),
        iface: z.string(),
        connected: z.boolean(),
        known: describe(z.boolean(), "there is such a user"),
        address: describe(z.string(), "of the present connection or the last one"),
        since: describe(unixMillis(), "when it connected or went; 0 before the first time"),
        in: describe(z.number(), "values since the pod started"),
        out: z.number(),
        waiting: describe(z.number(), "values that wait for it"),
      }),
    ),
  }),
  statuses: [503],
});

export const podCheck = call({
  method: "POST",
  path: "/pods/check",
  summary: "Has the pod try the connection of an interface step by step: name, port, protocol.",
  needs: "engineer",
  channels: "whole",
  mutates: false,
  query: z.object({ pod: podId() }),
  body: z.object({
    iface: describe(z.string().check(z.minLength(1), z.maxLength(200)), "name within the pod"),
  }),
  answer: answer({
    steps: z.array(
      z.object({
        name: z.string(),
        state: z.enum(["ok", "failed", "skipped"]),
        text: describe(z.string(), "German"),
        ms: describe(z.number(), "how long it took, ms"),
      }),
    ),
  }),
  statuses: [503],
});

const meterWords = {
  meter: describe(
    z.string().check(z.regex(/^(?:\d{1,3}|[0-9Ff]{8})$/, "Erlaubt sind 0 bis 250 oder acht Ziffern.")),
    "primary address, or the eight digits of the secondary one",
  ),
  manufacturer: z.optional(
    z.string().check(z.regex(/^[A-Za-z]{3}$/, "Erlaubt sind drei Buchstaben ohne Umlaute.")),
  ),
  version: z.optional(z.int().check(z.minimum(0), z.maximum(254))),
  medium: z.optional(z.string().check(z.maxLength(200))),
};
const iface = () =>
  describe(z.string().check(z.minLength(1), z.maxLength(200)), "name of the interface within the pod");
const foundMeter = z.object({
  meter: z.string(),
  manufacturer: z.optional(z.string()),
  version: z.optional(z.number()),
  medium: z.optional(z.string()),
  id: z.optional(describe(z.string(), "its number, as it answered")),
  maker: z.optional(z.string()),
  mediumText: z.optional(describe(z.string(), "German")),
  address: z.optional(describe(z.number(), "primary address from which it answered")),
  records: z.number(),
  status: describe(z.string(), "what its status says, German; empty: all is well"),
  problem: z.optional(describe(z.string(), "German; why it cannot be read")),
});
const meterSearch = z.object({
  running: z.boolean(),
  way: z.optional(z.enum(["primary", "secondary"])),
  progress: describe(z.number(), "0 to 1"),
  next: describe(z.string(), "address or mask that is tried next"),
  asked: describe(z.number(), "questions so far"),
  found: z.array(foundMeter),
});

export const podMeters = call({
  method: "GET",
  path: "/pods/meters",
  summary: "The search for meters on a line of an M-Bus pod: how far it is, and whom it has found.",
  needs: "engineer",
  channels: "whole",
  mutates: false,
  watchesOnly: true,
  query: z.object({ pod: podId(), iface: iface() }),
  answer: answer(meterSearch.shape),
  statuses: [503],
});

export const podMeterSearch = call({
  method: "POST",
  path: "/pods/meters/search",
  summary:
    "Begins a search for meters by primary or secondary addresses, or ends it. Readings go on meanwhile.",
  needs: "engineer",
  channels: "whole",
  mutates: false,
  query: z.object({ pod: podId() }),
  body: z.object({ iface: iface(), action: z.enum(["primary", "secondary", "stop"]) }),
  answer: answer(meterSearch.shape),
  statuses: [503],
});

export const podMeterRecords = call({
  method: "POST",
  path: "/pods/meters/records",
  summary:
    "Has an M-Bus pod read a meter now and lists its values, each with the cells of a row that reads it.",
  needs: "engineer",
  channels: "whole",
  mutates: false,
  query: z.object({ pod: podId() }),
  body: z.object({ iface: iface(), ...meterWords }),
  answer: answer({
    meter: foundMeter,
    records: z.array(
      z.object({
        number: describe(z.number(), "from 1"),
        label: describe(z.string(), "German"),
        value: z.string(),
        unit: z.string(),
        cells: z.optional(
          describe(
            z.record(z.string(), z.union([z.string(), z.number()])),
            "by name of the column; absent where no row can read it",
          ),
        ),
        raw: describe(z.string(), "hexadecimal"),
      }),
    ),
  }),
  statuses: [503],
});

export const podTest = call({
  method: "POST",
  path: "/pods/test",
  summary:
    "Has an e-mail or chat pod send a test message now, past its queue; answers in the service's own words. A few per pod and minute (1204).",
  needs: "engineer",
  channels: "whole",
  mutates: true,
  query: z.object({ pod: podId() }),
  body: z.object({
    iface: describe(z.string().check(z.minLength(1), z.maxLength(200)), "name within the pod"),
    to: z.optional(
      describe(
        z.string().check(z.minLength(1), z.maxLength(400)),
        "recipient, room or chat; the interface's own if absent",
      ),
    ),
  }),
  answer: answer({
    sent: z.boolean(),
    text: describe(z.string(), "the service's own answer, or the German reason why it was not sent"),
  }),
  statuses: [503],
});

export const podDelete = call({
  method: "GET",
  path: "/pods/delete",
  summary: "Deletes what is left of an inactive pod. 409 for a pod of the project.",
  needs: "engineer",
  channels: "whole",
  origin: "spec",
  mutates: true,
  query: z.object({ pod: podId() }),
});

export const podLogLevel = call({
  method: "POST",
  path: "/pods/log_level",
  summary: "Sets the lowest level a pod logs, at once and without a restart.",
  needs: "engineer",
  channels: "whole",
  mutates: true,
  body: z.object({ pod: podId(), level: logLevel() }),
});
