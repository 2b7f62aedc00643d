/** Blocks by which a device of the tests describes itself (KNX Standard 03.08.02, 7.5.4). */
import { hpai, knxFrame, SERVICE } from "../wire/frame.ts";

export interface TestDevice {
  name?: string;
  address?: number;
  /** Pairs of family and version. */
  families?: number[];
  secured?: number[];
  /** State of each tunnel: 1 free, 2 authorized, 4 usable. */
  tunnels?: number[];
  host?: string;
  port?: number;
}

const SERIAL = Buffer.from("00fa00000001", "hex");
const MAC = Buffer.from("0242ac110002", "hex");

const block = (type: number, content: Buffer | number[]) =>
  Buffer.concat([Buffer.from([content.length + 2, type]), Buffer.from(content)]);

export function deviceBlock({ name = "KNX IP Router", address = 0x1100 }: TestDevice): Buffer {
  const text = Buffer.alloc(30);
  text.write(name, 0, 30, "latin1");
  const head = Buffer.from([2, 0, address >> 8, address & 255, 0, 0]);
  return block(1, Buffer.concat([head, SERIAL, Buffer.from([224, 0, 23, 12]), MAC, text]));
}

export function description(device: TestDevice = {}): Buffer {
  const { families = [2, 1, 4, 1], secured, tunnels } = device;
  const states = (tunnels ?? []).flatMap((state, i) => [0x11, i + 1, 0, state]);
  return Buffer.concat([
    deviceBlock(device),
    block(2, families),
    ...(secured ? [block(6, secured)] : []),
    ...(tunnels ? [block(7, [0, 254, ...states])] : []),
  ]);
}

export function searchAnswer(device: TestDevice = {}, extended = false): Buffer {
  const { host = "192.168.1.20", port = 3671 } = device;
  const endpoint = hpai({ tcp: false, address: host, port });
  const service = extended ? SERVICE.searchResponseExtended : SERVICE.searchResponse;
  return knxFrame(service, Buffer.concat([endpoint, description(device)]));
}
