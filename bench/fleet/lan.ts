/**
 * Devices in network namespaces of their own, at one bridge: each reaches the central and the others, and has ports of its own (ip-netns(8),
 * veth(4)). Root's.
 *
 *     const lan = await BenchLan.make(5);
 *     spawn("ip", ["netns", "exec", lan.places[0].name, …]);
 *     await lan.remove();
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** RFC 2544 sets it aside for measurements. */
const NET = "198.18.77";
const BRIDGE = "hwbench";

export interface Place {
  /** Of the namespace. */
  name: string;
  address: string;
}

export class BenchLan {
  /** The machine's own, where the central listens. */
  readonly address = `${NET}.1`;
  readonly places: readonly Place[];

  private constructor(count: number) {
    this.places = Array.from({ length: count }, (_, at) => ({
      name: `${BRIDGE}-${at + 1}`,
      address: `${NET}.${at + 11}`,
    }));
  }

  static async make(count: number): Promise<BenchLan> {
    const lan = new BenchLan(count);
    await lan.remove();
    await ip(`link add ${BRIDGE} type bridge`);
    await ip(`addr add ${lan.address}/24 dev ${BRIDGE}`);
    await ip(`link set ${BRIDGE} up`);
    for (const [at, { address, name }] of lan.places.entries()) {
      await ip(`netns add ${name}`);
      await ip(`link add ${BRIDGE}${at} type veth peer name eth0 netns ${name}`);
      await ip(`link set ${BRIDGE}${at} master ${BRIDGE} up`);
      await ip(`-n ${name} addr add ${address}/24 dev eth0`);
      for (const device of ["lo", "eth0"]) await ip(`-n ${name} link set ${device} up`);
    }
    return lan;
  }

  /** Also what one of before left behind. */
  async remove(): Promise<void> {
    for (const { name } of this.places) await ip(`netns del ${name}`).catch(() => undefined);
    await ip(`link del ${BRIDGE}`).catch(() => undefined);
  }
}

const ip = (command: string) => promisify(execFile)("ip", command.split(" "));
