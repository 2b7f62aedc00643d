/** What the names of the stores' files say. */
import { storesTexts } from "../../../texts/index.ts";

const SNAPSHOT = /^\d{8}T\d{6}Z-(hour|day|project|restore)\.json$/;

/** Why a state was kept: `20261121T130000Z-hour.json`. Another name is shown as it is. */
export function reasonOf(name: string): string {
  const reason = SNAPSHOT.exec(name)?.[1] as keyof typeof storesTexts.reasons | undefined;
  return reason === undefined ? name : storesTexts.reasons[reason];
}

/** `2026-11-21.parquet` → "21.11.2026": a day in UTC, whatever the browser's time zone. */
export function dayOf(name: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:\.parquet)?$/.exec(name) ?? [];
  return year === undefined ? name : `${day}.${month}.${year}`;
}
