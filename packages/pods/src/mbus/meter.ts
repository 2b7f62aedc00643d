/** Which meter a row means. */
import type { MbusChannel } from "./columns.ts";
import { MEDIA } from "./media.ts";
import { ADDRESS } from "./wire/frame.ts";
import type { MeterHeader, MeterId } from "./wire/header.ts";

export type MeterRef = { kind: "primary"; address: number } | { kind: "secondary"; mask: MeterId };

const SECONDARY_DIGITS = 8;

export function meterOf({
  manufacturer,
  medium,
  meter,
  version,
}: Pick<MbusChannel, "manufacturer" | "medium" | "meter" | "version">): MeterRef {
  if (meter.length < SECONDARY_DIGITS) return { kind: "primary", address: Number(meter) };
  const mask: MeterId = {
    id: meter.toUpperCase(),
    ...(manufacturer === undefined ? {} : { manufacturer: manufacturer.toUpperCase() }),
    ...(version === undefined ? {} : { version }),
    ...(medium === undefined ? {} : { medium: MEDIA[medium] }),
  };
  return { kind: "secondary", mask };
}

/** One for each meter of a line; also how it is named to people. */
export function meterName(ref: MeterRef): string {
  if (ref.kind === "primary") return String(ref.address);
  const { id, manufacturer, medium, version } = ref.mask;
  const rest = [manufacturer ?? "", version ?? "", medium ?? ""];
  while (rest.at(-1) === "") rest.pop();
  return [id, ...rest].join(".");
}

/** Where the question goes. */
export function addressOf(ref: MeterRef): number {
  return ref.kind === "primary" ? ref.address : ADDRESS.selected;
}

/** Whether an answer from this address may come from the meter that was asked. */
export function mayAnswer(ref: MeterRef, address: number): boolean {
  // Every meter and the selected one answer with an address of their own.
  return ref.kind === "secondary" || ref.address > ADDRESS.last || address === ref.address;
}

export const shownMeter = ({ meter }: MeterHeader): string =>
  meter.manufacturer === "" ? meter.id : `${meter.id} ${meter.manufacturer}`;
