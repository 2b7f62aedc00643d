/** What keeps values from being recorded and from being kept, for the health banner. */
import type { HubStatus } from "@hubwart/ipc";
import type { Finding } from "../../status.ts";

export type StoresTrouble = Pick<HubStatus, "recorder" | "retained">;

const ROUTE = "/resources/stores";

export function storesFindings({ recorder, retained }: StoresTrouble): Finding[] {
  const finding = (code: string, what: string, why: string | undefined): Finding[] =>
    why === undefined ? [] : [{ code, level: 2, text: `${what}: ${why}`, route: ROUTE }];
  return [
    ...finding("recorder", "Werte werden zurzeit nicht aufgezeichnet", recorder),
    ...finding("retained", "Gehaltene Werte werden zurzeit nicht gespeichert", retained),
  ];
}
