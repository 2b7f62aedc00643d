/**
 * Addresses as administrators type them: their syntax as schemas, and the rules over a set of adapters, used alike by
 * the form, the server and the process that writes the system's files.
 */
import * as z from "zod/mini";
import { describe } from "./define.ts";
import { texts } from "./texts/addresses.ts";

/** IPv4 dotted quad (RFC 6943, 3.1.1, the strict form). */
const octet = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const QUAD = new RegExp(`^${octet}(\\.${octet}){3}$`);

const ADDRESS_ALLOWED = texts.ipOrNothing;
/** The sentence stands at the pattern too: where only one member of a union is near, its issue is the one told. */
export const ipv4OrEmpty = () =>
  z.union([z.literal(""), z.string().check(z.regex(QUAD, { error: ADDRESS_ALLOWED }))], {
    error: ADDRESS_ALLOWED,
  });

const MASK_ALLOWED = texts.mask;
export const mask = () =>
  describe(
    z.union(
      [
        z.literal(""),
        z.string().check(z.refine((text) => prefixLength(text) !== undefined, { error: MASK_ALLOWED })),
      ],
      {
        error: MASK_ALLOWED,
      },
    ),
    "dotted quad with contiguous ones, or `/n`; kept as dotted quad",
  );

/** Host name label (RFC 1123, 2.1). */
export const hostname = () =>
  z.string().check(
    z.regex(/^(?=.{1,63}$)[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$/, {
      error: texts.hostName,
    }),
  );

/** A name (RFC 1123) or an address, or nothing. Also what a line of a configuration file may hold safely. */
export const ntpServer = () =>
  z.string().check(
    // What is longer is looked at no further.
    z.maxLength(253, { abort: true }),
    z.trim(),
    z.regex(
      /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*|(?=[0-9A-Fa-f]*:)[0-9A-Fa-f:.]+)?$/,
      {
        error: texts.server,
      },
    ),
  );

/** Length of the prefix (0–32) of a mask as dotted quad or `/n`; undefined if it is neither or has gaps. */
export function prefixLength(text: string): number | undefined {
  const short = /^\/(3[0-2]|[12]?[0-9])$/.exec(text);
  if (short) return Number(short[1]);
  if (!QUAD.test(text)) return undefined;
  const bits = toNumber(text);
  const length = Math.clz32(~bits >>> 0);
  return bits === maskOf(length) ? length : undefined;
}

/** `/24` → `255.255.255.0`; what is no mask stays as it is. */
export function normalMask(text: string): string {
  const length = prefixLength(text);
  return length === undefined ? text : toText(maskOf(length));
}

export interface AdapterFields {
  device: string;
  active: boolean;
  dhcp: boolean;
  ip: string;
  mask: string;
  gw: string;
  dns1: string;
  dns2: string;
}

export interface AdapterProblem {
  /** Place in the list. */
  index: number;
  field: "ip" | "mask" | "gw" | "dns1" | "dns2" | "active" | "device";
  /** German sentence that says what is allowed. */
  message: string;
}

/**
 * What is wrong with a set of adapters whose fields have the right syntax. Only adapters that are active and not on
 * DHCP are looked at: the others' fields are kept, but not used.
 */
export function adapterProblems(adapters: readonly AdapterFields[]): AdapterProblem[] {
  const problems: AdapterProblem[] = [];
  const owner = new Map<string, number>();
  const names = new Set<string>();
  adapters.forEach((adapter, index) => {
    const add = (field: AdapterProblem["field"], message: string) => problems.push({ index, field, message });
    if (names.has(adapter.device)) add("device", texts.adapterTwice(adapter.device));
    names.add(adapter.device);
    if (index === 0 && !adapter.active) add("active", texts.firstIsActive);
    if (!adapter.active || adapter.dhcp) return;
    checkStatic(adapter, add);
    if (!usable(adapter.ip)) return;
    const first = owner.get(adapter.ip);
    if (first === undefined) owner.set(adapter.ip, index);
    else add("ip", texts.addressTaken(adapter.ip, adapters[first]?.device ?? ""));
  });
  return problems;
}

function checkStatic(
  adapter: AdapterFields,
  add: (field: AdapterProblem["field"], message: string) => void,
): void {
  const { ip, mask: maskText, gw } = adapter;
  for (const field of ["dns1", "dns2"] as const) {
    if (adapter[field] !== "" && !usable(adapter[field])) add(field, texts.noServer);
  }
  if (maskText === "") add("mask", texts.maskMissing);
  if (ip === "") return add("ip", texts.addressMissing);
  if (!usable(ip)) return add("ip", texts.noDevice);
  const length = prefixLength(maskText);
  if (length === undefined) return;
  if (length === 0) return add("mask", MASK_ALLOWED);
  const net = (address: string) => (toNumber(address) & maskOf(length)) >>> 0;
  const broadcast = (net(ip) | ~maskOf(length)) >>> 0;
  const reserved = (address: string) =>
    length < 31 && (toNumber(address) === net(address) || toNumber(address) === broadcast);
  if (reserved(ip)) add("ip", texts.netOrBroadcast);
  if (gw === "") return;
  if (net(gw) !== net(ip)) add("gw", texts.gatewayOutside(toText(net(ip)), length));
  else if (gw === ip) add("gw", texts.gatewayIsDevice);
  else if (reserved(gw)) add("gw", texts.netOrBroadcast);
  else if (!usable(gw)) add("gw", texts.noDevice);
}

/** Not 0/8, loopback, multicast, reserved or broadcast (RFC 6890). */
function usable(address: string): boolean {
  const first = Number(address.split(".", 1)[0]);
  return QUAD.test(address) && first > 0 && first < 224 && first !== 127;
}

const maskOf = (length: number): number => (length === 0 ? 0 : (0xffffffff << (32 - length)) >>> 0);
const toNumber = (quad: string): number => quad.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
const toText = (bits: number): string => [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join(".");
