/** The adapters between the form and the wire, and what is wrong with them. Pure. */
import { adapterProblems, type NetworkAdapter, networkAdapter, normalMask } from "@hubwart/contract";
import { schemaErrors } from "../../../lib/schema-form.ts";
import type { FieldErrors } from "../../../lib/use-edit.ts";
import { networkTexts } from "../../../texts/index.ts";
import type { NetworkConfig } from "../api/settings.ts";

const texts = networkTexts.adapter;

export interface NetworkValues {
  use: boolean;
  interfaces: NetworkAdapter[];
}

export const ADDRESS_FIELDS = ["ip", "mask", "gw", "dns1", "dns2"] as const;
export type AddressField = (typeof ADDRESS_FIELDS)[number];

/** Of the form's values, as `interfaces.0.ip`. */
export function adapterLabel(field: string, { interfaces }: NetworkValues): string {
  const [, index, name = ""] = field.split(".");
  if (index === undefined) return field === "use" ? networkTexts.network.use : networkTexts.network.table;
  const label = name === "active" || name === "dhcp" ? name : ADDRESS_FIELDS.find((known) => known === name);
  const device = interfaces[Number(index)]?.device ?? "";
  return `${device}: ${label === undefined ? networkTexts.network.device : texts[label]}`;
}

export const isStatic = ({ active, dhcp }: Pick<NetworkAdapter, "active" | "dhcp">): boolean =>
  active && !dhcp;

/** What is configured, in the shape of the form. The first adapter is always active. */
export function networkValues({ use, interfaces }: Pick<NetworkConfig, "use" | "interfaces">): NetworkValues {
  return {
    use,
    interfaces: interfaces.map(({ device, active, dhcp, ip, mask, gw, dns1, dns2 }, index) => ({
      device,
      active: active || index === 0,
      dhcp,
      ip,
      mask,
      gw,
      dns1,
      dns2,
    })),
  };
}

/**
 * What is saved: masks as dotted quads. What cannot be seen is not refused because of what was once typed there;
 * such a field goes back to its stored value.
 */
export function toWire(values: NetworkValues, stored: NetworkValues): NetworkValues {
  if (!values.use) return { use: false, interfaces: stored.interfaces };
  const interfaces = values.interfaces.map((adapter, index) => {
    const wire = { ...adapter, mask: normalMask(adapter.mask) };
    const before = stored.interfaces[index];
    if (isStatic(adapter) || before === undefined) return wire;
    const wrong = schemaErrors(networkAdapter, adapter);
    for (const field of ADDRESS_FIELDS) if (field in wrong) wire[field] = before[field];
    return wire;
  });
  return { use: true, interfaces };
}

/** By field, as `interfaces.0.ip`; empty if the appliance would accept the adapters. Those that are not used have no errors. */
export function networkErrors({ use, interfaces }: NetworkValues): FieldErrors {
  if (!use) return {};
  const errors: Record<string, string> = {};
  interfaces.forEach((adapter, index) => {
    if (!isStatic(adapter)) return;
    for (const [field, message] of Object.entries(schemaErrors(networkAdapter, adapter))) {
      errors[`interfaces.${index}.${field}`] = message;
    }
  });
  for (const { index, field, message } of adapterProblems(interfaces)) {
    errors[`interfaces.${index}.${field}`] ??= message;
  }
  return errors;
}

/** "DHCP · 192.168.1.20 / 255.255.255.0 · Gateway 192.168.1.1" */
export function describeAdapter(adapter: NetworkAdapter): string {
  if (!adapter.active) return texts.off;
  const { ip, mask, gw } = adapter;
  const address = ip === "" ? "" : mask === "" ? ip : `${ip} / ${mask}`;
  const parts = [adapter.dhcp ? texts.dhcpShort : "", address, gw === "" ? "" : texts.gateway(gw)];
  return parts.filter((part) => part !== "").join(" · ") || texts.noAddress;
}

/** As it is configured: an adapter on DHCP has no address before it gets one. */
export const describeConfigured = (adapter: NetworkAdapter): string =>
  describeAdapter(adapter.dhcp ? { ...adapter, ip: "", mask: "", gw: "" } : adapter);

export const dnsOf = ({ dns1, dns2 }: Pick<NetworkAdapter, "dns1" | "dns2">): string[] =>
  [dns1, dns2].filter((address) => address !== "");

/** Whether the adapter will be another one after the next restart of the device. */
export function differs(configured: NetworkAdapter, active: NetworkAdapter | undefined): boolean {
  if (active === undefined) return configured.active;
  if (configured.active !== active.active) return true;
  if (!configured.active) return false;
  if (configured.dhcp !== active.dhcp) return true;
  return !configured.dhcp && ADDRESS_FIELDS.some((field) => configured[field] !== active[field]);
}

/** Addresses the device will have after its next restart and does not have now. */
export function newAddresses({ use, interfaces, active }: NetworkConfig): string[] {
  if (!use) return [];
  const present = new Set(active.interfaces.map(({ ip }) => ip));
  return interfaces
    .filter((adapter) => isStatic(adapter) && adapter.ip !== "" && !present.has(adapter.ip))
    .map(({ ip }) => ip);
}
