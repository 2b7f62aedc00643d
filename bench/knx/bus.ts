/** The bus behind knxd, by knxd's own protocol (eibd): a way in that none of the measured programs takes. */
import { connect } from "node:net";
import type { Bus } from "./rounds.ts";

const OPEN_GROUPCON = 0x26;
const GROUP_PACKET = 0x27;
/** GroupValue_Write, payload in bytes of its own. */
const WRITE = Buffer.from([0, 0x80]);

function framed(type: number, body: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(body.length + 2);
  head.writeUInt16BE(type, 2);
  return Buffer.concat([head, body]);
}

/** @param port knxd's TCP port */
export async function openBus(port: number): Promise<Bus & { close(): void }> {
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  const bus = {
    onWrite: (_target: number, _data: string): void => undefined,
    write(target: number, data: string) {
      const address = Buffer.from([target >> 8, target & 255]);
      socket.write(framed(GROUP_PACKET, Buffer.concat([address, WRITE, Buffer.from(data, "hex")])));
    },
    close: () => void socket.destroy(),
  };
  const opened = new Promise<void>((resolve, reject) => {
    let rest = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE()) {
        const message = rest.subarray(2, 2 + rest.readUInt16BE());
        rest = rest.subarray(2 + message.length);
        const type = message.readUInt16BE();
        if (type === OPEN_GROUPCON) resolve();
        // Source, target, then the service and its data.
        else if (type === GROUP_PACKET && message.length > 8 && message[7] === 0x80)
          bus.onWrite(message.readUInt16BE(4), message.subarray(8).toString("hex"));
      }
    });
    socket.once("close", () => reject(new Error("knxd closed the connection to the bus")));
  });
  socket.write(framed(OPEN_GROUPCON, Buffer.alloc(3)));
  await opened;
  return bus;
}
