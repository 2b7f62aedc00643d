/**
 * A stand-in for meters at an M-Bus line, written from the public description of EN 13757-2 and -3. It shares no code with the pod.
 *
 *     const line = new MbusMeters([{ address: 5, id: "12345678", manufacturer: "KAM", telegrams: [records] }], { clock });
 *     line.send = (bytes) => socket.write(bytes);      // what the meters say
 *     line.take(bytes);                                // what a master says
 *     line.refused;                                    // what no master may say
 *     const gateway = await startMbusGateway(line);    // the same behind a TCP port
 *
 * Strict: a request that the standard does not know is noted and left without an answer. Answers of several meters collide as on the
 * line, where the current of each adds up.
 */
import { createServer, type Server, type Socket } from "node:net";
import type { Clock } from "@hubwart/core";

export interface TestMeter {
  address: number;
  /** Eight digits. */
  id: string;
  manufacturer: string;
  version?: number;
  medium?: number;
  status?: number;
  /** Records of each telegram, without its header; all but the last end with 0x1f. */
  telegrams: Buffer[];
  /** Instead of all that: control information and data. */
  says?: { ci: number; data: Buffer };
  /** Answers nothing. */
  dead?: boolean;
  /** Does not acknowledge a reset. */
  noReset?: boolean;
  /** Answers with another address. */
  answersAs?: number;
  /** After the end of the request, ms; beyond the line's own time. */
  delay?: number;
}

export interface MbusMetersOptions {
  clock: Clock;
  /** With the time of the line; without: answers at once. */
  baud?: number;
  /** The converter returns what it sends. */
  echo?: boolean;
}

const BITS = 11;
/** Shortest and longest rest before an answer, in bits; most meters take little more than the shortest. */
const REST_BITS = 11;

interface State {
  meter: TestMeter;
  access: number;
  /** Frame count bit of the last request; undefined after a reset. */
  bit: { primary: number | undefined; selected: number | undefined };
  telegram: number;
  selected: boolean;
}

export class MbusMeters {
  send: (bytes: Buffer) => void = () => undefined;
  /** What no master may say, in words. */
  readonly refused: string[] = [];
  /** What masters asked, in order: `reset 5`, `data 5`, `select 1234FFFF…`. */
  readonly asked: string[] = [];
  /** Makes of each answer what arrives; nothing: []. */
  disturb: (bytes: Buffer) => readonly Buffer[] = (bytes) => [bytes];
  /** Until when the line is busy, monotonic ms. */
  busyUntil = 0;
  readonly #options: MbusMetersOptions;
  readonly #states: State[];
  #rest: Buffer = Buffer.alloc(0);

  constructor(meters: readonly TestMeter[], options: MbusMetersOptions) {
    this.#options = options;
    this.#states = meters.map((meter) => ({
      meter,
      access: 0,
      bit: { primary: undefined, selected: undefined },
      telegram: 0,
      selected: false,
    }));
  }

  meter(address: number): TestMeter {
    const found = this.#states.find(({ meter }) => meter.address === address)?.meter;
    if (!found) throw new Error(`there is no meter ${address}`);
    return found;
  }

  /** One character, ms. */
  get charMs(): number {
    return this.#options.baud === undefined ? 0 : (BITS * 1000) / this.#options.baud;
  }

  take(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (let frame = this.#frame(); frame; frame = this.#frame()) this.#handle(frame);
  }

  #frame(): Buffer | undefined {
    const [first, length = 0] = this.#rest;
    if (first === undefined) return undefined;
    const size = first === 0x10 ? 5 : first === 0x68 ? length + 6 : 1;
    if (this.#rest.length < size) return undefined;
    const frame = this.#rest.subarray(0, size);
    this.#rest = this.#rest.subarray(size);
    if (size === 1) {
      this.refused.push(`byte ${first.toString(16)}`);
      return this.#frame();
    }
    return frame;
  }

  #handle(frame: Buffer): void {
    const { clock, echo } = this.#options;
    const now = clock.monotonic();
    if (now < this.busyUntil) this.refused.push("asked while the line was busy");
    this.busyUntil = now + frame.length * this.charMs;
    if (echo) this.#after(frame.length * this.charMs, () => this.send(frame));
    const long = frame[0] === 0x68;
    const body = long ? frame.subarray(4, -2) : frame.subarray(1, 3);
    const sum = body.reduce((all, byte) => (all + byte) & 0xff, 0);
    if (frame.at(-1) !== 0x16 || frame.at(-2) !== sum) {
      this.refused.push(`frame ${frame.toString("hex")}`);
      return;
    }
    const [control = 0, address = 0] = body;
    const answers = long ? this.#select(body) : this.#short(control, address);
    if (answers.length > 0) this.#answer(answers, frame.length * this.charMs);
  }

  #short(control: number, address: number): { bytes: Buffer; delay: number }[] {
    const states = this.#states.filter(({ meter, selected }) => {
      if (meter.dead === true) return false;
      return address === 253 ? selected : address === 254 || meter.address === address;
    });
    if (control === 0x40) {
      this.asked.push(`reset ${address}`);
      for (const state of states) {
        state.bit = { primary: undefined, selected: undefined };
        state.telegram = 0;
      }
      return states
        .filter(({ meter }) => meter.noReset !== true)
        .map(({ meter }) => ({ bytes: Buffer.from([0xe5]), delay: meter.delay ?? 0 }));
    }
    if (control !== 0x5b && control !== 0x7b) {
      this.refused.push(`control ${control.toString(16)}`);
      return [];
    }
    this.asked.push(`data ${address}`);
    return states.map((state) => {
      const bytes = this.#data(state, address === 253 ? "selected" : "primary", control & 0x20);
      return { bytes, delay: state.meter.delay ?? 0 };
    });
  }

  #data(state: State, way: "primary" | "selected", bit: number): Buffer {
    const { meter } = state;
    const before = state.bit[way];
    if (before === undefined) state.telegram = 0;
    else if (before !== bit) state.telegram = (state.telegram + 1) % Math.max(1, meter.telegrams.length);
    state.bit[way] = bit;
    state.access = (state.access + 1) & 0xff;
    const ci = meter.says?.ci ?? 0x72;
    const data =
      meter.says?.data ??
      Buffer.concat([headerOf(meter, state.access), meter.telegrams[state.telegram] ?? Buffer.alloc(0)]);
    return longFrame(Buffer.from([0x08, meter.answersAs ?? meter.address, ci, ...data]));
  }

  #select(body: Buffer): { bytes: Buffer; delay: number }[] {
    const [control = 0, address = 0, ci = 0] = body;
    if ((control !== 0x53 && control !== 0x73) || address !== 253 || ci !== 0x52 || body.length !== 11) {
      this.refused.push(`long ${body.toString("hex")}`);
      return [];
    }
    const mask = body.subarray(3);
    this.asked.push(`select ${Buffer.from(mask.subarray(0, 4)).reverse().toString("hex").toUpperCase()}`);
    return this.#states
      .filter((state) => {
        state.selected = state.meter.dead !== true && fits(state.meter, mask);
        if (state.selected) state.bit.selected = undefined;
        return state.selected;
      })
      .map(({ meter }) => ({ bytes: Buffer.from([0xe5]), delay: meter.delay ?? 0 }));
  }

  #answer(answers: readonly { bytes: Buffer; delay: number }[], sent: number): void {
    const { baud } = this.#options;
    const rest = baud === undefined ? 0 : (REST_BITS * 1000) / baud;
    const bytes = collided(answers.map((answer) => answer.bytes));
    const delay = Math.max(...answers.map((answer) => answer.delay));
    const took = sent + rest + delay + bytes.length * this.charMs;
    this.busyUntil = this.#options.clock.monotonic() + took;
    this.#after(took, () => {
      // A timer may be early, by the age of the time that Node's loop goes by; then the answer is over all the same.
      this.busyUntil = Math.min(this.busyUntil, this.#options.clock.monotonic());
      for (const part of this.disturb(bytes)) this.send(part);
    });
  }

  #after(ms: number, run: () => void): void {
    if (ms <= 0) run();
    else this.#options.clock.after(ms, run);
  }
}

/** The current of each meter adds up: a bit is a space where one of them sends a space. */
function collided(frames: readonly Buffer[]): Buffer {
  const length = Math.max(...frames.map((frame) => frame.length));
  return Buffer.from(
    Array.from({ length }, (_, at) => frames.reduce((all, frame) => all & (frame[at] ?? 0xff), 0xff)),
  );
}

function longFrame(body: Buffer): Buffer {
  const sum = body.reduce((all, byte) => (all + byte) & 0xff, 0);
  return Buffer.from([0x68, body.length, body.length, 0x68, ...body, sum, 0x16]);
}

function headerOf(
  { id, manufacturer, medium = 4, status = 0, version = 1 }: TestMeter,
  access: number,
): Buffer {
  const code = makerCode(manufacturer);
  const digits = Buffer.from(id, "hex").reverse();
  return Buffer.from([...digits, code & 0xff, code >> 8, version, medium, access, status, 0, 0]);
}

function makerCode(letters: string): number {
  const [a = 0, b = 0, c = 0] = [0, 1, 2].map((at) => letters.charCodeAt(at) - 64);
  return a * 1024 + b * 32 + c;
}

/** Digits that are F, and bytes that are 0xff, fit any meter. */
function fits({ id, manufacturer, medium = 4, version = 1 }: TestMeter, mask: Buffer): boolean {
  const digits = Buffer.from(mask.subarray(0, 4)).reverse().toString("hex");
  const code = mask.readUInt16LE(4);
  return (
    Array.from(digits).every((digit, at) => digit === "f" || digit === id[at]) &&
    (code === 0xffff || code === makerCode(manufacturer)) &&
    (mask[6] === 0xff || mask[6] === version) &&
    (mask[7] === 0xff || mask[7] === medium)
  );
}

export interface MbusGateway {
  readonly port: number;
  readonly line: MbusMeters;
  /** Connections that were made. */
  readonly connections: number;
  /** Ends those that stand; more are taken. */
  hangUp(): void;
  /** Says something out of nowhere. */
  say(bytes: Buffer): void;
  stop(): Promise<void>;
  /** On the same port again. */
  start(): Promise<void>;
}

/** Transparent: bytes in, bytes out, to every client. */
export async function startMbusGateway(line: MbusMeters, wantedPort = 0): Promise<MbusGateway> {
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let port = wantedPort;
  let connections = 0;
  line.send = (bytes) => {
    for (const socket of sockets) socket.write(bytes);
  };
  const start = async () => {
    server = createServer((socket) => {
      connections += 1;
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("data", (bytes: Buffer) => line.take(bytes));
      socket.on("error", () => undefined);
      socket.on("close", () => sockets.delete(socket));
    });
    const listening = server;
    await new Promise<void>((resolve, reject) => {
      listening.once("error", reject);
      listening.listen(port, "127.0.0.1", resolve);
    });
    const address = listening.address();
    if (typeof address === "object" && address !== null) port = address.port;
  };
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  await start();
  return {
    line,
    get port() {
      return port;
    },
    get connections() {
      return connections;
    },
    hangUp,
    say: (bytes) => line.send(bytes),
    start,
    async stop() {
      hangUp();
      await new Promise((resolve) => server?.close(resolve));
    },
  };
}
