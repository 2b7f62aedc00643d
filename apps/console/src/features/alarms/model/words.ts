/** What people read of an alarm. */
import type { Tone } from "../../../components/status-badge.tsx";
import { formatDuration } from "../../../lib/format.ts";
import { formatDecimal } from "../../../lib/intl.ts";
import { valueText } from "../../../lib/value-text.ts";
import { alarmsTexts as texts } from "../../../texts/index.ts";
import type { Alarm, Figures } from "../api/alarms.ts";
import type { Current } from "../api/channels.ts";

export const priorityWord = (priority: number): string => texts.priorities[priority] ?? String(priority);

const TONES: readonly Tone[] = ["off", "error", "warn", "info", "off"];
export const priorityTone = (priority: number): Tone => TONES[priority] ?? "off";

export const isUnacked = ({ state }: Pick<Alarm, "state">): boolean =>
  state === "unacked" || state === "returned" || state === "latchedUnacked";
/** Once somebody has acknowledged it. */
export const canBeReset = ({ state }: Pick<Alarm, "state">): boolean => state === "latchedAcked";

export function withUnit(value: unknown, unit = ""): string {
  const text = valueText(value);
  return unit === "" || typeof value !== "number" ? text : `${text}\u00a0${unit}`;
}

/** "damals 31,5 °C, jetzt 30 °C". @param known whether the channels were asked for */
export function valuesText(
  alarm: Pick<Alarm, "value" | "unit">,
  current: Current | undefined,
  known: boolean,
): string {
  const was = texts.was(withUnit(alarm.value, alarm.unit));
  if (!known) return was;
  const isKnown = current !== undefined && current.count > 0 && current.quality !== BAD;
  return `${was}, ${isKnown ? texts.is(withUnit(current.value, alarm.unit)) : texts.isUnknown}`;
}
const BAD = 2;

/**
 * Why it stands, as far as that is known.
 *
 * @param nameOf text of another alarm by its id
 */
export function causeOf(
  { maintenance, suppressed }: Pick<Alarm, "maintenance" | "suppressed">,
  current: Pick<Current, "refusal"> | undefined,
  nameOf: (id: string) => string,
): string | undefined {
  if (suppressed?.by === "parent") return texts.parent(nameOf(suppressed.parent ?? ""));
  if (suppressed?.by === "enable") return texts.enable(suppressed.chan ?? "");
  if (current?.refusal) return current.refusal.text;
  return maintenance === undefined ? undefined : texts.inMaintenance;
}

export const shareText = (share: number): string => `${formatDecimal(share * 100, 0)}\u00a0%`;

const MANY = 0.8;
/** The product's aim, of ISA-18.2: about 5 % and 15 %. */
const URGENT_AT_MOST = 0.2;
const SLOW = 3_600_000;
/** Fewer say nothing about shares. */
const ENOUGH = 10;

/** What could be done at the project, the most rewarding first. */
export function proposalsOf(figures: Figures): string[] {
  const { ack_time, chattering, floods, priorities, raised, stale } = figures;
  const told: string[] = [];
  const few = fewOf(figures);
  if (raised >= ENOUGH && few) told.push(texts.figures.propose.few(few.count, shareText(few.share)));
  if (chattering.length > 0) told.push(texts.figures.propose.chattering(chattering.length));
  if (floods > 0) told.push(texts.figures.propose.floods(floods));
  if (stale > 0) told.push(texts.figures.propose.stale(stale));
  const urgent = raised > 0 ? (priorities[0] + priorities[1]) / raised : 0;
  if (raised >= ENOUGH && urgent > URGENT_AT_MOST) told.push(texts.figures.propose.urgent(shareText(urgent)));
  if (ack_time && ack_time.median > SLOW)
    told.push(texts.figures.propose.slow(formatDuration(ack_time.median)));
  return told;
}

/** The fewest that make most of all; undefined where it takes more than five. */
function fewOf({ raised, worst }: Figures): { count: number; share: number } | undefined {
  let sum = 0;
  for (const [at, { count }] of worst.slice(0, 5).entries()) {
    sum += count;
    if (sum >= raised * MANY) return { count: at + 1, share: sum / raised };
  }
  return undefined;
}

/** What the device finds wrong with itself: its source is no channel. */
export const isOfDevice = ({ kind }: Pick<Alarm, "kind">): boolean => kind === "device";
