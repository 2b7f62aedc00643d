/** Telegrams as the ETS writes and reads them: "Telegrammaufzeichnung" (XML, namespace telegrams/01). */
import { CEMI } from "../wire/cemi.ts";

export const ETS_TRACE_HEAD =
  '<?xml version="1.0" encoding="utf-8"?>\n<CommunicationLog xmlns="http://knx.org/xml/telegrams/01">\n';
export const ETS_TRACE_TAIL = "</CommunicationLog>\n";

const SERVICES: Record<number, string> = {
  [CEMI.request]: "L_Data.req",
  [CEMI.indication]: "L_Data.ind",
  [CEMI.confirmation]: "L_Data.con",
};

/** @param cemi as it was on the line: Data Secure stays sealed */
export function etsTelegram(ts: number, cemi: Buffer): string {
  const service = SERVICES[cemi[0] ?? 0] ?? SERVICES[CEMI.indication];
  const raw = cemi.toString("hex").toUpperCase();
  return `  <Telegram Timestamp="${new Date(ts).toISOString()}" Service="${service}" FrameFormat="CommonEmi" RawData="${raw}" />\n`;
}
