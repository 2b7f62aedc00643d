/** A Data Secure telegram that writes, as a device on the bus sends it. */
import { sealTpdu } from "../secure/data-secure.ts";
import { CEMI, cemiFrame, groupTpdu } from "../wire/cemi.ts";

export interface SealedWrite {
  key: Buffer;
  sequence: number;
  source: number;
  target: number;
  /** Hexadecimal. */
  data: string;
}

export function sealedWrite({ key, sequence, source, target, data }: SealedWrite): Buffer {
  const plain = groupTpdu("write", { data: Buffer.from(data, "hex"), short: false });
  const tpdu = sealTpdu(key, sequence, { source, target, format: 0 }, plain);
  return cemiFrame({ code: CEMI.indication, source, target, priority: 3, tpdu });
}
