import type { S7ClientIface } from "./columns.ts";

const KINDS = { pg: 1, op: 2, basic: 3 } as const;
const OWN = 0x0100;

/** The ends of a connection as numbers of 16 bits: kind of connection, then rack and slot. */
export function tsapsOf(config: S7ClientIface): { localTsap: number; remoteTsap: number } {
  const { connection, local_tsap, rack, remote_tsap, slot } = config;
  return {
    localTsap: local_tsap === undefined ? OWN : hex(local_tsap),
    remoteTsap: remote_tsap === undefined ? (KINDS[connection] << 8) | (rack << 5) | slot : hex(remote_tsap),
  };
}

function hex(text: string): number {
  return Number.parseInt(text.replace(".", ""), 16);
}
