/** What keeps values from being recorded and from being kept, for the health banner. */
import type { HubStatus } from "@hubwart/ipc";
import type { Finding } from "../../status.ts";
import { texts } from "./texts.ts";

export type StoresTrouble = Pick<HubStatus, "recorder" | "retained">;

const ROUTE = "/resources/stores";

export function storesFindings({ recorder, retained }: StoresTrouble): Finding[] {
  const finding = (code: Finding["code"], what: string, why: string | undefined): Finding[] =>
    why === undefined ? [] : [{ code, level: 2, text: `${what}: ${why}`, route: ROUTE }];
  return [
    ...finding("recorder", texts.notRecorded, recorder),
    ...finding("retained", texts.notRetained, retained),
  ];
}
