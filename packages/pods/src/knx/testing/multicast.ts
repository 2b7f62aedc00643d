/** Runs a program of the tests where multicast goes nowhere else. */
import path from "node:path";
import { type PeerProcess, repoRoot, startProcess } from "@hubwart/testing";

const ROUTES =
  'ip link set lo up; ip addr add 127.0.0.2/8 dev lo; ip route add 224.0.0.0/4 dev lo src 127.0.0.1; exec "$@"';

/**
 * A namespace of its own: multicast needs a route, and nothing of it shall leave this machine. The pod has an address of
 * its own, because knxd takes what comes from its own address and port for its own.
 * @param program a file of this folder, which prints one line of JSON and then "done"
 * @param own gets the process, to end it
 * @returns the JSON
 */
export async function runWithMulticast(program: string, own: (run: PeerProcess) => void): Promise<unknown> {
  const script = [path.join(repoRoot(), "scripts/run.mjs"), path.join(import.meta.dirname, program)];
  const namespace = ["--net", "--map-root-user", "sh", "-c", ROUTES, "sh"];
  const run = await startProcess("unshare", [...namespace, process.execPath, ...script], { timeout: 60_000 });
  own(run);
  await run.prints(/^done$/m);
  return JSON.parse(/^\{.*\}$/m.exec(run.output())?.[0] ?? "{}");
}
