/**
 * The host of the real device, as the appliance sees it: facts are read directly, everything else is asked of the device
 * service over its socket. One connection a question.
 */
import net from "node:net";
import type { NtpSettings, SshSettings, Support, Zone } from "@hubwart/contract";
import {
  type AppError,
  ConflictError,
  DeniedError,
  InvalidInputError,
  NotFoundError,
  ResultError,
  UnavailableError,
  unreachable,
} from "@hubwart/core";
import * as z from "zod/mini";
import { LinuxFacts } from "../facts/linux-facts.ts";
import type { ApplyReport, Device, EndedTrial, Host, Setting, Trial } from "../host.ts";
import { texts } from "../texts.ts";
import { type Answer, answer, type Matter, type Request } from "./verbs.ts";

export interface SystemdHostOptions {
  /** The disk this folder lies on is the one that is shown. */
  dataDir: string;
  socket: string;
  /** Longest wait for an answer, ms. */
  timeout?: number;
}
const LONGEST_ANSWER = 1024 * 1024;
/** A change of the network waits for its programs, each of which may take 20 s. */
const TIMEOUT_MS = 45_000;

export function systemdHost({ dataDir, socket, timeout = TIMEOUT_MS }: SystemdHostOptions): Host {
  // The service is root's: what it answers has the shape of its verbs.
  const ask = async <T>(request: Request): Promise<T> => (await exchange(socket, request, timeout)) as T;
  function setting<T>(matter: Matter, saving: (value: T) => Request): Setting<T> {
    return {
      support: () => ask<Support>({ verb: "read", matter, what: "support" }),
      configured: () => ask<T>({ verb: "read", matter, what: "configured" }),
      active: () => ask<T>({ verb: "read", matter, what: "active" }),
      save: (value) => ask<void>(saving(value)),
    };
  }
  const trialState = () => ask<{ current: Trial | null; last: EndedTrial | null }>({ verb: "trial-state" });
  return {
    name: "systemd",
    facts: new LinuxFacts({ dataDir }),
    power: {
      support: () => ask({ verb: "read", matter: "power", what: "support" }),
      reboot: () => ask({ verb: "reboot" }),
    },
    hostname: setting("hostname", (hostname) => ({ verb: "save-hostname", hostname })),
    timeZone: setting<Zone>("zone", (zone) => ({ verb: "save-zone", zone })),
    ntp: setting("ntp", (settings: NtpSettings) => ({ verb: "save-ntp", settings })),
    ssh: setting("ssh", (settings: SshSettings) => ({ verb: "save-ssh", settings })),
    network: {
      ...setting("network", ({ use, interfaces }) => ({ verb: "save-network", use, interfaces })),
      devices: () => ask<Device[]>({ verb: "devices" }),
      trials: {
        start: (interfaces, seconds) => ask<Trial>({ verb: "trial-start", interfaces, seconds }),
        current: async () => (await trialState()).current ?? undefined,
        last: async () => (await trialState()).last ?? undefined,
        confirm: (id) => ask({ verb: "trial-confirm", id }),
        cancel: (id) => ask({ verb: "trial-cancel", id }),
      },
    },
    lastApply: async () => (await ask<ApplyReport | null>({ verb: "last-apply" })) ?? undefined,
    settingsLost: async () => (await ask<number | null>({ verb: "settings-lost" })) ?? undefined,
  };
}

/** @throws AppError of the kind the service answered; UnavailableError if it does not answer */
export async function exchange(path: string, request: object, timeout: number): Promise<unknown> {
  const text = await sendLine(path, JSON.stringify(request), timeout);
  let parsed: ReturnType<typeof z.safeParse<typeof answer>>;
  try {
    parsed = z.safeParse(answer, JSON.parse(text));
  } catch (error) {
    throw new UnavailableError(texts.unreachable, { cause: error });
  }
  if (!parsed.success) throw new UnavailableError(texts.unreachable);
  if (parsed.data.ok) return parsed.data.value;
  throw toError(parsed.data);
}

function sendLine(path: string, line: string, timeout: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(path);
    const parts: Buffer[] = [];
    let length = 0;
    const fail = (cause?: unknown) => {
      clearTimeout(timer);
      socket.destroy();
      reject(new UnavailableError(texts.unreachable, { cause }));
    };
    const timer = setTimeout(() => fail(), timeout);
    socket.once("connect", () => socket.write(`${line}\n`));
    socket.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > LONGEST_ANSWER) return fail();
      parts.push(chunk);
      if (chunk.at(-1) !== 0x0a) return undefined;
      clearTimeout(timer);
      socket.destroy();
      return resolve(Buffer.concat(parts).toString("utf8"));
    });
    socket.once("error", fail);
    socket.once("close", () => fail());
  });
}

function toError(refusal: Answer & { ok: false }): AppError {
  const { kind, message } = refusal;
  switch (kind) {
    case "invalid":
      return new InvalidInputError(refusal.fields ?? [{ field: "", message }]);
    case "not-found":
      return new NotFoundError(message);
    case "conflict":
      return new ConflictError(message);
    case "denied":
      return new DeniedError(message);
    case "result":
      return new ResultError(refusal.code ?? 0, message);
    case "unavailable":
    case "defect":
      return new UnavailableError(message);
    default:
      return unreachable(kind);
  }
}
