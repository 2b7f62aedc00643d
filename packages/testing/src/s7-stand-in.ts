/**
 * A strict CPU for what snap7 does not do: it counts and checks every request, refuses single items or
 * everything, falls silent, sends garbage, or cuts its packets into pieces.
 *
 *     const cpu = await startS7StandIn({ pdu: 240, refuse: ({ db }) => (db === 7 ? 0x0a : undefined) });
 *     cpu.memory("DB1").writeInt16BE(42, 0); cpu.requests; cpu.behave({ answer: "none" }); await cpu.stop();
 *
 * A request that breaks a rule (too long for the PDU, too many items, an answer that would not fit) is
 * recorded in `faults` and the connection closed.
 */
import { createServer, type Socket } from "node:net";

export interface S7Item {
  write: boolean;
  /** `DB1`, `M`, `I`, `Q`, `T`, `C`. */
  area: string;
  db: number;
  start: number;
  size: number;
  bit?: number;
}

export interface S7Behaviour {
  /** Largest PDU granted. */
  pdu?: number;
  /** Return code of an item; undefined lets it pass. */
  refuse?: (item: S7Item) => number | undefined;
  /** Error class and code of every answer to reading and writing, or of those to such items. */
  error?: number | ((items: readonly S7Item[]) => number);
  /** `none`: not at all; `cut`: byte by byte; `garbage`: no S7; `short`: without its last byte. */
  answer?: "whole" | "none" | "cut" | "garbage" | "short";
  /** Refuses connections with this reason. */
  disconnect?: number;
  /** Closes the connection instead of answering this many of the next requests. */
  hangUp?: number;
  /** What it does instead of answering a request with such an item. */
  fault?: (item: S7Item) => S7Fault | undefined;
}

export type S7Fault = "none" | "garbage" | "hang up";

const MEMORY = 4096;
const GARBAGE = "HTTP/1.1 400 Bad Request\r\n\r\n";
const NAMES: Record<number, string> = { 0x81: "I", 0x82: "Q", 0x83: "M", 0x84: "DB", 0x1c: "C", 0x1d: "T" };

export class S7StandIn {
  readonly requests: S7Item[][] = [];
  readonly faults: string[] = [];
  /** Destination TSAPs of the connections. */
  readonly tsaps: string[] = [];
  readonly #memory = new Map<string, Buffer>();
  readonly #sockets = new Set<Socket>();
  #behaviour: S7Behaviour;
  readonly #server = createServer((socket) => this.#serve(socket));
  port = 0;

  constructor(behaviour: S7Behaviour) {
    this.#behaviour = behaviour;
  }

  async listen(port = this.port): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
    const address = this.#server.address();
    if (address && typeof address === "object") this.port = address.port;
  }

  memory(area: string): Buffer {
    const found = this.#memory.get(area) ?? Buffer.alloc(MEMORY);
    this.#memory.set(area, found);
    return found;
  }

  behave(change: S7Behaviour): void {
    this.#behaviour = { ...this.#behaviour, ...change };
  }

  get connections(): number {
    return this.#sockets.size;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    let rest: Buffer = Buffer.alloc(0);
    let pdu = 0;
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= 4 && rest.length >= rest.readUInt16BE(2)) {
        const length = rest.readUInt16BE(2);
        const cotp = rest.subarray(4, length);
        rest = rest.subarray(length);
        try {
          if (cotp[1] === 0xe0) this.#connect(socket, cotp);
          else pdu = this.#job(socket, cotp.subarray(3), pdu);
        } catch (error) {
          this.faults.push(String(error));
          socket.destroy();
        }
      }
    });
  }

  #connect(socket: Socket, cotp: Buffer): void {
    this.tsaps.push(cotp.subarray(-2).toString("hex"));
    const { disconnect } = this.#behaviour;
    const kind = disconnect === undefined ? [17, 0xd0, 0, 1, 0, 2, 0] : [6, 0x80, 0, 1, 0, 2, disconnect];
    const tail = disconnect === undefined ? cotp.subarray(7) : Buffer.alloc(0);
    this.#send(socket, Buffer.concat([Buffer.from(kind), tail]));
  }

  #job(socket: Socket, bytes: Buffer, pdu: number): number {
    const { answer, hangUp = 0 } = this.#behaviour;
    if (bytes[0] !== 0x32 || bytes[1] !== 1) throw new Error("no job");
    const parameters = bytes.subarray(10, 10 + bytes.readUInt16BE(6));
    const data = bytes.subarray(10 + parameters.length);
    if (data.length !== bytes.readUInt16BE(8)) throw new Error("the lengths do not agree");
    if (parameters[0] === 0xf0) {
      const granted = Math.min(parameters.readUInt16BE(6), this.#behaviour.pdu ?? 960);
      const setup = Buffer.from([0xf0, 0, 0, 1, 0, 1, granted >> 8, granted & 0xff]);
      this.#answer(socket, bytes, setup, Buffer.alloc(0), 0);
      return granted;
    }
    if (bytes.length > pdu) throw new Error(`a request of ${bytes.length} bytes for a PDU of ${pdu}`);
    const items = readItems(parameters);
    this.requests.push(items);
    const fault = items.map((item) => this.#behaviour.fault?.(item)).find((one) => one !== undefined);
    if (hangUp > 0) this.#behaviour.hangUp = hangUp - 1;
    if (hangUp > 0 || fault === "hang up") {
      socket.destroy();
      return pdu;
    }
    if (fault === "garbage") socket.write(GARBAGE);
    if (answer === "none" || fault !== undefined) return pdu;
    const { error: given = 0 } = this.#behaviour;
    const error = typeof given === "number" ? given : given(items);
    const head = Buffer.from([parameters[0] ?? 0, items.length]);
    const content =
      error !== 0 ? Buffer.alloc(0) : parameters[0] === 4 ? this.#read(items) : this.#write(items, data);
    if (14 + content.length > pdu)
      throw new Error(`an answer of ${14 + content.length} bytes for a PDU of ${pdu}`);
    this.#answer(socket, bytes, head, content, error);
    return pdu;
  }

  #read(items: readonly S7Item[]): Buffer {
    const parts: Buffer[] = [];
    items.forEach((item, at) => {
      const bytes = this.#bytes(item);
      const code = this.#behaviour.refuse?.(item) ?? (bytes === undefined ? 5 : undefined);
      if (code !== undefined || bytes === undefined) {
        parts.push(Buffer.from([code ?? 5, 0, 0, 0]));
        return;
      }
      const octets = item.area === "T" || item.area === "C";
      const length = octets ? bytes.length : bytes.length * 8;
      parts.push(Buffer.from([0xff, octets ? 9 : 4, length >> 8, length & 0xff]), bytes);
      if (bytes.length % 2 === 1 && at < items.length - 1) parts.push(Buffer.alloc(1));
    });
    return Buffer.concat(parts);
  }

  #write(items: readonly S7Item[], data: Buffer): Buffer {
    let at = 0;
    const codes = items.map((item, index) => {
      const kind = data[at + 1];
      const raw = data.readUInt16BE(at + 2);
      const length = kind === 4 ? raw / 8 : raw;
      const bytes = data.subarray(at + 4, at + 4 + length);
      if (bytes.length !== length || !Number.isInteger(length)) throw new Error("an item of another length");
      at += 4 + length + (index < items.length - 1 ? length % 2 : 0);
      const target = this.#bytes(item);
      const code = this.#behaviour.refuse?.(item) ?? (target === undefined ? 5 : undefined);
      if (code !== undefined || target === undefined) return code ?? 5;
      if (item.bit === undefined) {
        if (length !== target.length) throw new Error("data of another length than the item");
        bytes.copy(target);
      } else {
        if (kind !== 3 || length !== 1) throw new Error("a bit is written as one bit");
        target[0] = ((target[0] ?? 0) & ~(1 << item.bit)) | ((bytes[0] ?? 0) << item.bit);
      }
      return 0xff;
    });
    if (at !== data.length) throw new Error("bytes are left over");
    return Buffer.from(codes);
  }

  #bytes(item: S7Item): Buffer | undefined {
    const unit = item.area === "T" || item.area === "C" ? 2 : 1;
    const end = (item.start + item.size) * unit;
    return end > MEMORY ? undefined : this.memory(item.area).subarray(item.start * unit, end);
  }

  #answer(socket: Socket, request: Buffer, parameters: Buffer, data: Buffer, error: number): void {
    const header = Buffer.alloc(12);
    header.set([0x32, 3], 0);
    request.copy(header, 4, 4, 6);
    header.writeUInt16BE(error !== 0 ? 0 : parameters.length, 6);
    header.writeUInt16BE(data.length, 8);
    header.writeUInt16BE(error, 10);
    const pdu = Buffer.concat(error !== 0 ? [header] : [header, parameters, data]);
    const { answer } = this.#behaviour;
    if (answer === "garbage" && parameters[0] !== 0xf0) {
      socket.write(GARBAGE);
      return;
    }
    this.#send(
      socket,
      Buffer.concat([Buffer.from([2, 0xf0, 0x80]), answer === "short" ? pdu.subarray(0, -1) : pdu]),
    );
  }

  #send(socket: Socket, cotp: Buffer): void {
    const header = Buffer.from([3, 0, 0, 0]);
    header.writeUInt16BE(4 + cotp.length, 2);
    const bytes = Buffer.concat([header, cotp]);
    if (this.#behaviour.answer !== "cut") socket.write(bytes);
    else for (const byte of bytes) socket.write(Buffer.from([byte]));
  }
}

function readItems(parameters: Buffer): S7Item[] {
  const count = parameters[1] ?? 0;
  if (count > 20) throw new Error(`${count} items in one request`);
  if (parameters.length !== 2 + count * 12) throw new Error("items of another length");
  return Array.from({ length: count }, (_, at) => {
    const spec = parameters.subarray(2 + at * 12, 14 + at * 12);
    if (spec[0] !== 0x12 || spec[1] !== 10 || spec[2] !== 0x10) throw new Error("no address of an item");
    const name = NAMES[spec[8] ?? 0];
    if (name === undefined) throw new Error("no area");
    const db = spec.readUInt16BE(6);
    const address = spec.readUIntBE(9, 3);
    const counted = name === "T" || name === "C";
    return {
      write: parameters[0] === 5,
      area: name === "DB" ? `DB${db}` : name,
      db,
      start: counted ? address : address >> 3,
      size: spec.readUInt16BE(4),
      ...(spec[3] === 1 ? { bit: address & 7 } : {}),
    };
  });
}

export async function startS7StandIn(behaviour: S7Behaviour = {}): Promise<S7StandIn> {
  const cpu = new S7StandIn(behaviour);
  await cpu.listen();
  return cpu;
}
