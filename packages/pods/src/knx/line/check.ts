/**
 * "Verbindung prüfen": the interface's name, what is there, the keyring, and a tunnel of its own, unless the pod has one; an interface
 * has few of them. For routing: the group, and who answers a search in it.
 */
import type { Clock } from "@hubwart/core";
import { searchDevices } from "@hubwart/knx/discovery/search";
import { LinkError, type LinkEvents } from "@hubwart/knx/link/link";
import { Requests } from "@hubwart/knx/link/requests";
import { openTcp, openUdp, type Transport } from "@hubwart/knx/link/transport";
import { individualText } from "@hubwart/knx/wire/address";
import { type Description, parseDescription } from "@hubwart/knx/wire/description";
import { hpai, knxFrame, SERVICE } from "@hubwart/knx/wire/frame";
import { ConnectionCheck, NO_CONNECTION, STEP } from "@hubwart/runtime/check";
import type { CheckResult } from "@hubwart/runtime/methods";
import { netErrorText } from "@hubwart/runtime/net-errors";
import type { KnxIface } from "../schema.ts";
import { texts } from "../texts.ts";
import { connectLink, groupOf, targetOf } from "./connect.ts";
import type { SecureSetup } from "./setup.ts";

const KEYRING = "Keyring";
const TUNNEL = "Tunnel";
const GROUP = "Multicast-Gruppe";
const DESCRIBE_MS = 1_500;
const DESCRIBE_TRIES = 3;
const SEARCH_MS = 1_500;
/** Names in one line of text. */
const SHOWN = 5;

const IGNORED: LinkEvents = {
  telegram: () => undefined,
  closed: () => undefined,
  notice: () => undefined,
};

export interface CheckOptions {
  clock: Clock;
  signal: AbortSignal;
  /** What stands, in German; undefined while nothing does. */
  stands: string | undefined;
  /** The setup for KNX Secure; undefined without a keyring. Rejects with what is wrong with it. */
  secure: () => Promise<SecureSetup | undefined>;
}

export async function checkKnxLink(iface: KnxIface, options: CheckOptions): Promise<CheckResult> {
  const check = new ConnectionCheck(options.clock);
  const reached = iface.mode === "routing" || (await reach(check, iface, options));
  const secure = await keyring(check, iface, options);
  const last = iface.mode === "routing" ? GROUP : TUNNEL;
  if (!reached) check.skip(last, NO_CONNECTION);
  else if (iface.secure && !secure) check.skip(last, texts.impossibleWithoutKeyring);
  else await link(check, last, iface, options, secure);
  if (iface.mode === "routing") await routers(check, iface, options, secure);
  return check.result;
}

/** Name, then an answer of the interface that costs it no tunnel. */
async function reach(check: ConnectionCheck, iface: KnxIface, options: CheckOptions): Promise<boolean> {
  const target = targetOf(iface);
  if (!(await check.resolve(iface.host ?? ""))) {
    check.skip(STEP.port, NO_CONNECTION);
    return false;
  }
  const failed = (error: unknown) =>
    `${error instanceof LinkError ? error.message : netErrorText(error, target)}.`;
  if (iface.mode === "tunnel_tcp") {
    const opened = await check.step(
      STEP.port,
      () => openTcp(transportOf(iface, options), { frame: ignore, closed: ignore }),
      () => `${target} nimmt Verbindungen an.`,
      failed,
    );
    opened?.close();
    return opened !== undefined;
  }
  const found = await check.step(STEP.port, () => describe(iface, options), described(target), failed);
  return found !== undefined;
}

function transportOf({ host, port, local, nat }: KnxIface, { clock, signal }: CheckOptions) {
  return { host: host ?? "", port, local, nat, clock, signal };
}
const ignore = () => undefined;

/** @throws LinkError if nobody answers */
async function describe(iface: KnxIface, options: CheckOptions): Promise<Description> {
  const requests = new Requests(options.clock);
  const end = () => requests.end();
  let refused: string | undefined;
  const transport: Transport = await openUdp(transportOf(iface, options), {
    frame: ({ service, body }) => {
      if (service === SERVICE.descriptionResponse) requests.answer("description", body);
    },
    closed: (reason) => {
      refused = reason;
      end();
    },
  });
  options.signal.addEventListener("abort", end);
  try {
    for (let tries = 0; tries < DESCRIBE_TRIES && !options.signal.aborted; tries += 1) {
      const answer = requests.wait("description", DESCRIBE_MS);
      transport.send(knxFrame(SERVICE.descriptionRequest, hpai(transport.local)));
      const body = await answer;
      if (refused !== undefined) throw new LinkError(refused);
      const description = body && parseDescription(body);
      if (description) return description;
      if (body) throw new LinkError(texts.strangeDescription(targetOf(iface)));
    }
    throw new LinkError(texts.silentOverUdp(targetOf(iface)));
  } finally {
    options.signal.removeEventListener("abort", end);
    transport.close();
  }
}

const described =
  (target: string) =>
  ({ name, address, tunnels }: Description): string => {
    const free = tunnels ? texts.freeTunnels(tunnels.free, tunnels.total) : "";
    return texts.isDevice(target, name, individualText(address), free);
  };

async function keyring(
  check: ConnectionCheck,
  iface: KnxIface,
  { secure }: CheckOptions,
): Promise<SecureSetup | undefined> {
  if (!iface.secure) return undefined;
  return await check.step(
    KEYRING,
    async () => {
      const setup = await secure();
      if (!setup) throw new LinkError(texts.keyringMissing);
      return setup;
    },
    ({ keyring: { project, tunnels } }) => texts.keyringOpens(project, tunnels.length),
  );
}

/** A connection of its own, ended at once; or the one that stands. */
async function link(
  check: ConnectionCheck,
  name: string,
  iface: KnxIface,
  { clock, signal, stands }: CheckOptions,
  secure: SecureSetup | undefined,
): Promise<void> {
  if (stands !== undefined) {
    check.add(name, "ok", texts.connected(stands));
    return;
  }
  await check.step(
    name,
    async () => {
      const made = await connectLink(iface, IGNORED, { clock, signal, secure });
      await made.link.close();
      return made.text;
    },
    (text) => texts.connects(text),
    (error) => `${error instanceof LinkError ? error.message : netErrorText(error, targetOf(iface))}.`,
  );
}

async function routers(
  check: ConnectionCheck,
  iface: KnxIface,
  { clock, signal }: CheckOptions,
  secure: SecureSetup | undefined,
): Promise<void> {
  const { devices } = await searchDevices({
    clock,
    signal,
    ms: SEARCH_MS,
    group: groupOf(iface, secure),
    port: iface.port,
    ...(iface.local === undefined ? {} : { adapters: [iface.local] }),
  });
  if (devices.length === 0) {
    check.skip(texts.findDevices, texts.nobodyFound);
    return;
  }
  const names = devices
    .slice(0, SHOWN)
    .map(({ name, address, host }) => texts.device(name, individualText(address), host));
  const more = devices.length > SHOWN ? texts.andMore(devices.length - SHOWN) : "";
  check.add(texts.findDevices, "ok", texts.answering(names.join(", "), more));
}
