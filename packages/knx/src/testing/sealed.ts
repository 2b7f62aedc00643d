/** Telegrams that write, as a device on the bus sends them: plain and as Data Secure. */
import { sealTpdu } from "../secure/data-secure.ts";
import { CEMI, cemiFrame, groupTpdu } from "../wire/cemi.ts";

export interface GroupWrite {
  source: number;
  target: number;
  /** Hexadecimal. */
  data: string;
}

export interface SealedWrite extends GroupWrite {
  key: Buffer;
  sequence: number;
}

const plainTpdu = (data: string) => groupTpdu("write", { data: Buffer.from(data, "hex"), short: false });

export function groupWrite({ source, target, data }: GroupWrite): Buffer {
  return cemiFrame({ code: CEMI.indication, source, target, priority: 3, tpdu: plainTpdu(data) });
}

export function sealedWrite({ key, sequence, source, target, data }: SealedWrite): Buffer {
  const tpdu = sealTpdu(key, sequence, { source, target, format: 0 }, plainTpdu(data));
  return cemiFrame({ code: CEMI.indication, source, target, priority: 3, tpdu });
}
