/** The recorded answers of `recorded.txt`. */
import { readFileSync } from "node:fs";

export interface RecordedFrame {
  name: string;
  bytes: Buffer;
  meter: { id: string; manufacturer: string; version: string; access: string; status: string };
  records: RecordedRecord[];
}
/** As libmbus says it, in units without a power of ten. */
export interface RecordedRecord {
  function: string;
  storage: string;
  tariff: string;
  subunit: string;
  unit: string;
  quantity: string;
  value: string;
}

export function recorded(): { frames: RecordedFrame[]; broken: { name: string; bytes: Buffer }[] } {
  const frames: RecordedFrame[] = [];
  const broken: { name: string; bytes: Buffer }[] = [];
  for (const line of readFileSync(new URL("recorded.txt", import.meta.url), "utf8").split("\n")) {
    const [what, ...cells] = line.split("\t");
    const [a = "", b = "", c = "", d = "", e = "", f = "", g = ""] = cells;
    const last = frames.at(-1);
    if (what === "frame") {
      const meter = { id: "", manufacturer: "", version: "", access: "", status: "" };
      frames.push({ name: a, bytes: Buffer.from(b, "hex"), meter, records: [] });
    } else if (what === "broken") broken.push({ name: a, bytes: Buffer.from(b, "hex") });
    else if (what === "meter" && last)
      last.meter = { id: a, manufacturer: b, version: c, access: d, status: e };
    else if (what === "record" && last) {
      last.records.push({ function: a, storage: b, tariff: c, subunit: d, unit: e, quantity: f, value: g });
    }
  }
  return { frames, broken };
}
