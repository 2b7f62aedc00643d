/** Releases of the product: which one runs, what the update server offers, and how the last update ended. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { bytes, unixSeconds } from "../shapes.ts";

export const UPDATE_CHANNELS = ["stable", "test", "rc", "dev"] as const;
export type UpdateChannel = (typeof UPDATE_CHANNELS)[number];
const channel = () => z.enum(UPDATE_CHANNELS);
const reason = () => describe(z.string(), "German");

const state = {
  version: describe(z.string(), "that runs"),
  previous: describe(
    z.nullable(z.string()),
    "that is kept as the way back; null: none beside the one that runs",
  ),
  trial: describe(
    z.nullable(
      z.object({
        until: unixSeconds(),
        from: describe(z.string(), "version that it is put back to"),
        crashes: describe(z.int(), "unasked ends of appliance and hub since the switch"),
        losses: describe(z.int(), "times that connections broke off"),
        connections: describe(z.nullable(z.int()), "that have to stand; null: settings were changed since"),
      }),
    ),
    "the version that runs was called good, and is put back by itself if it crashes or loses connections",
  ),
  back: describe(
    z.nullable(z.object({ version: z.string(), until: unixSeconds() })),
    "`/update/back` leads to this version, about so long",
  ),
  channel: channel(),
  list: describe(z.array(channel()), "channels the device may load from"),
  checked: describe(z.nullable(unixSeconds()), "when the update server last answered; null: never"),
  error: describe(z.nullable(reason()), "why the last look at the update server failed"),
  available: describe(
    z.nullable(
      z.object({
        version: z.string(),
        size: describe(bytes(), "bytes to load"),
        unpacked: describe(bytes(), "bytes on the disk"),
        published: unixSeconds(),
        notes: describe(z.string(), "German, plain text"),
      }),
    ),
    "newer release of the channel",
  ),
  hindrance: describe(z.nullable(reason()), "why no update can be started now"),
  last: describe(
    z.nullable(
      z.object({
        version: z.string(),
        from: describe(z.string(), "version that ran before"),
        started: unixSeconds(),
        ended: unixSeconds(),
        success: z.boolean(),
        code: z.int(),
        reason: describe(reason(), "why it failed; empty after a success"),
        log: describe(z.boolean(), "`/update/log` has what the failed release said"),
        seen: describe(z.boolean(), "the failure was acknowledged"),
      }),
    ),
    "how the last update ended",
  ),
};

export const updateState = call({
  method: "GET",
  path: "/update/state",
  summary: "The release that runs, what the channel offers, and how the last update ended.",
  needs: "see",
  channels: "none",
  mutates: false,
  watchesOnly: true,
  answer: answer(state),
});

export const updateCheck = call({
  method: "GET",
  path: "/update/check",
  summary: "Asks the update server now, and answers as `/update/state`.",
  needs: "admin",
  channels: "none",
  mutates: false,
  answer: answer(state),
});

export const updateLog = call({
  method: "GET",
  path: "/update/log",
  summary: "What the processes of the release said that was put back.",
  needs: "admin",
  channels: "none",
  mutates: false,
  content: "text/plain; charset=utf-8",
});

export const updateBack = call({
  method: "POST",
  path: "/update/back",
  summary:
    "Goes back to the version from before: while the one that runs is on trial with the settings from before the switch, later with those of now.",
  needs: "admin",
  channels: "none",
  mutates: true,
  body: z.object({}),
});

export const updateDismiss = call({
  method: "POST",
  path: "/update/dismiss",
  summary: "Acknowledges that the last update failed: it is no finding any more.",
  needs: "admin",
  channels: "none",
  mutates: true,
  body: z.object({}),
});
