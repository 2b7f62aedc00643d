/**
 * Sets of adapters: what is configured, seen over the adapters the machine has; what a save makes of it; and
 * whether two sets would configure the machine alike. Pure.
 */
import { adapterProblems, type NetworkAdapter, normalMask } from "@hubwart/contract";
import { type FieldProblem, InvalidInputError } from "@hubwart/core";
import type { Device } from "@hubwart/host";
import { texts } from "./texts.ts";

/**
 * One entry per device of the machine, in its order. A device nobody configured yet is shown as it is now; the
 * first is always active.
 */
export function overDevices(
  devices: readonly Device[],
  configured: readonly NetworkAdapter[],
  active: readonly NetworkAdapter[],
): NetworkAdapter[] {
  return devices.map(({ device }, index) => {
    const known = find(configured, device) ?? asSeen(find(active, device), device);
    if (index > 0 || known.active) return known;
    return { ...known, active: true, dhcp: known.dhcp || known.ip === "" };
  });
}

/** Switched on without an address is no setting that could be saved. */
function asSeen(now: NetworkAdapter | undefined, device: string): NetworkAdapter {
  return now === undefined || (!now.dhcp && now.ip === "") ? unused(device) : now;
}

/**
 * A refusal of the host, which names places in the whole set, with the fields of `given`; what concerns an adapter that
 * was not named stands for the whole.
 */
export function asGiven(
  error: unknown,
  whole: readonly NetworkAdapter[],
  given: readonly NetworkAdapter[],
): unknown {
  if (!(error instanceof InvalidInputError)) return error;
  return new InvalidInputError(
    error.fields.map(({ field, message }) => {
      const [, index, name] = /^interfaces\.([0-9]+)\.([a-z0-9]+)$/.exec(field) ?? [];
      const device = whole[Number(index)]?.device;
      if (device === undefined) return { field, message };
      const at = given.findIndex((one) => one.device === device);
      return at < 0
        ? { field: "interfaces", message: `Adapter ${device}: ${message}` }
        : { field: `interfaces.${at}.${name}`, message };
    }),
    { cause: error },
  );
}

/**
 * The set after a save of `given`: adapters that are not named stay, also those of devices that are unplugged.
 * Throws `InvalidInputError` with the fields of `given`; what stays was judged when it was saved.
 */
export function merged(
  devices: readonly Device[],
  shown: readonly NetworkAdapter[],
  stored: readonly NetworkAdapter[],
  given: readonly NetworkAdapter[],
): NetworkAdapter[] {
  const problems: FieldProblem[] = [];
  given.forEach(({ device }, index) => {
    const field = `interfaces.${index}.device`;
    if (!devices.some((one) => one.device === device)) {
      problems.push({ field, message: texts.noAdapter(device) });
    } else if (given.findIndex((one) => one.device === device) < index) {
      problems.push({ field, message: texts.adapterTwice(device) });
    }
  });
  if (problems.length > 0) throw new InvalidInputError(problems);
  const present = shown.map((adapter) => {
    const changed = find(given, adapter.device);
    return changed === undefined ? adapter : { ...changed, mask: normalMask(changed.mask) };
  });
  const found = adapterProblems(present).flatMap(({ index, field, message }) => {
    const at = given.findIndex((one) => one.device === blamed(present, given, index, field));
    return at < 0 ? [] : [{ field: `interfaces.${at}.${field}`, message }];
  });
  if (found.length > 0) throw new InvalidInputError(found);
  const unplugged = stored.filter(({ device }) => find(shown, device) === undefined);
  return [...present, ...unplugged];
}

/** Of two adapters with one address, the one that is being saved. */
function blamed(
  present: readonly NetworkAdapter[],
  given: readonly NetworkAdapter[],
  index: number,
  field: string,
): string | undefined {
  const adapter = present[index];
  if (field !== "ip" || adapter === undefined || find(given, adapter.device)) return adapter?.device;
  return given.find((one) => one.active && !one.dhcp && one.ip === adapter.ip)?.device;
}

/** Whether the machine would be configured alike; adapters and fields that are not used do not count. */
export function alike(a: readonly NetworkAdapter[], b: readonly NetworkAdapter[]): boolean {
  const text = (set: readonly NetworkAdapter[]) =>
    JSON.stringify(
      set
        .filter(({ active }) => active)
        .map(used)
        .toSorted((x, y) => (x.device < y.device ? -1 : 1)),
    );
  return text(a) === text(b);
}

/** Adapters of `tried` that would have another address, or might have. */
export function readdressed(
  before: readonly NetworkAdapter[],
  tried: readonly NetworkAdapter[],
): NetworkAdapter[] {
  return tried.filter((adapter) => {
    const was = find(before, adapter.device);
    return addressing(was) !== addressing(adapter);
  });
}

const find = (set: readonly NetworkAdapter[], device: string): NetworkAdapter | undefined =>
  set.find((adapter) => adapter.device === device);

function addressing(adapter: NetworkAdapter | undefined): string {
  if (!adapter?.active) return "off";
  return adapter.dhcp ? "dhcp" : adapter.ip;
}

function used(adapter: NetworkAdapter): NetworkAdapter {
  const { device, active, dhcp, ip, mask, gw, dns1, dns2 } = adapter;
  if (dhcp) return { ...unused(device), active, dhcp };
  return { device, active, dhcp, ip, mask: normalMask(mask), gw, dns1, dns2 };
}

function unused(device: string): NetworkAdapter {
  return { device, active: false, dhcp: true, ip: "", mask: "", gw: "", dns1: "", dns2: "" };
}
