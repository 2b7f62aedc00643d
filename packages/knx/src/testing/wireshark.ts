/** Wireshark's dissector as a witness that shares no code with ours. Needs Debian's tshark. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { pcapHead, pcapPacket } from "../trace/pcap.ts";

const MOST_KEYS = 10;

/** What it says about a capture file, given the keys of sessions and groups; the last ten count. */
export async function dissect(capture: Buffer, keys: readonly Buffer[]): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "tshark-"));
  try {
    const file = path.join(folder, "knx.pcap");
    await writeFile(file, capture);
    const given = keys
      .slice(-MOST_KEYS)
      .flatMap((key, i) => ["-o", `kip.key_${i + 1}:${key.toString("hex").replace(/../g, "$& ").trim()}`]);
    const { stdout } = await promisify(execFile)("tshark", ["-r", file, ...given, "-V", "-O", "kip,cemi"], {
      env: { ...process.env, HOME: folder },
      maxBuffer: 16 * 1024 * 1024,
    });
    return stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function dissectFrames(frames: readonly Buffer[], keys: readonly Buffer[]): Promise<string> {
  const packets = frames.map((frame) =>
    pcapPacket({ ts: 1_700_000_000_000, from: "10.0.0.1", to: "10.0.0.2", frame }),
  );
  return dissect(Buffer.concat([pcapHead(), ...packets]), keys);
}
