/** The three restarts. Each is over when what was restarted is there again. */

import { CODES } from "@hubwart/contract";
import { ResultError, UnavailableError } from "@hubwart/core";
import { RESTART_REASONS } from "@hubwart/ipc";
import * as z from "zod/mini";
import type { AppContext } from "../../context.ts";
import { type JobHandle, RESTART_KINDS, type StepContext } from "../../platform/jobs/kind.ts";
import { texts } from "./texts.ts";

const hubData = z.object({ pid: z.number() });
const rebootData = z.object({ booted: z.number() });

export interface RestartJobs {
  hub: JobHandle<z.output<typeof hubData>, undefined>;
  system: JobHandle<object, undefined>;
  device: JobHandle<z.output<typeof rebootData>, undefined>;
}

/** ms the hub has to come back. */
const HUB_LIMIT = 30_000;
/** ms for the event stream to tell every tab. */
const TELL_MS = 300;
/** ms within which this process is to end. */
const END_LIMIT = 60_000;
/** The boot time is known to a second or so. */
const SAME_BOOT = 5;

export function defineRestarts(app: AppContext): RestartJobs {
  const { jobs, launcher, host } = app;
  return {
    hub: jobs.define({
      kind: "hub.restart",
      title: () => texts.restartHub,
      lane: "device",
      yieldsTo: RESTART_KINDS,
      data: hubData,
      steps: [
        {
          id: "order",
          label: texts.request,
          run: () => launcher.restart("hub", RESTART_REASONS.user),
          afterCrash: "redo",
        },
        {
          id: "return",
          label: texts.awaitHub,
          run: ({ data, signal }) => hubIsBack(app, data.pid, signal),
          afterCrash: "redo",
        },
      ],
    }),
    system: jobs.define<object>({
      kind: "system.restart",
      title: () => texts.restartSystem,
      lane: "device",
      covers: "restarting",
      data: z.object({}),
      steps: [
        {
          id: "order",
          label: texts.request,
          run: async () => {
            await told(app);
            launcher.restart("system", RESTART_REASONS.user);
          },
          // Whoever finds it open has just been started.
          afterCrash: "done",
        },
        { id: "end", label: texts.awaitRestart, run: theEnd, limit: END_LIMIT, afterCrash: "done" },
      ],
    }),
    device: jobs.define({
      kind: "system.reboot",
      title: () => texts.rebootDevice,
      lane: "device",
      covers: "restarting",
      data: rebootData,
      steps: [
        {
          id: "order",
          label: texts.request,
          run: async () => {
            await told(app);
            await host.power.reboot();
          },
          afterCrash: async ({ data }) => await rebooted(app, data.booted),
        },
        {
          id: "end",
          label: texts.awaitRestart,
          run: theEnd,
          limit: END_LIMIT,
          afterCrash: async ({ data }) => await rebooted(app, data.booted),
        },
      ],
    }),
  };
}

/** Every open console hears of the job, and covers itself, before the stream ends. */
function told({ clock }: AppContext): Promise<void> {
  return new Promise((resolve) => void clock.after(TELL_MS, resolve));
}

/** A machine that does not tell when it was started has most likely been restarted: this process was. */
async function rebooted(app: AppContext, before: number): Promise<"done" | "undo"> {
  // Under `npm start` the device is this process and its siblings.
  if (app.host.name === "embedded") return "done";
  const now = await app.host.facts.started().catch(() => 0);
  return before > 0 && now > 0 && Math.abs(now - before) < SAME_BOOT ? "undo" : "done";
}

/** Lasts as long as this process; too long means that nothing was restarted. */
function theEnd({ signal }: Pick<StepContext<never, never>, "signal">): Promise<void> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new UnavailableError(texts.notRestarted)), {
      once: true,
    });
  });
}

/** Another process than `old` has said what it does, whatever that is. */
function hubIsBack({ hub, clock }: AppContext, old: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const enders: (() => void)[] = [];
    const finish = (error?: Error) => {
      for (const end of enders) end();
      if (error) reject(error);
      else resolve();
    };
    const look = () => {
      const status = hub.status();
      if (hub.connected && status && status.pid !== old && status.state !== "init") finish();
    };
    const silent = new ResultError(CODES.hubUnreachable, texts.hubSilent);
    enders.push(
      hub.on("status", look),
      clock.after(HUB_LIMIT, () => finish(silent)),
    );
    signal.addEventListener("abort", () => finish(silent), { once: true });
    look();
  });
}
