/**
 * Takes in external pods on the pod socket. A pod says hello with its token before anything else is read
 * of it.
 *
 * Invariants: until then a connection may send one short line and stays for at most `HELLO_WITHIN`; when too many
 * wait, the one that has waited longest goes. One connection a pod. Who is refused is told why and logged, at most ten times a minute.
 */
import net from "node:net";
import { type Clock, errorText, type Logger, Scope } from "@hubwart/core";
import {
  Budget,
  type Carrier,
  type HubToPod,
  listenPrivately,
  POD_BUDGET,
  type PodToHub,
  type SocketCarrier,
  socketCarrier,
} from "@hubwart/ipc";
import { texts } from "../texts.ts";
import { admit, type FindPod } from "./admission.ts";
import { podMessage } from "./pod-message.ts";
import { RefusalLog } from "./refusal-log.ts";

export interface PodServerOptions {
  path: string;
  find: FindPod;
  clock: Clock;
  log: Logger;
  scope: Scope;
}

const HELLO_WITHIN = 5_000;
const LONGEST_HELLO = 4 * 1024;
const LONGEST_MESSAGE = 64 * 1024 * 1024;
const WAITING_LIMIT = 100;

export class PodServer {
  readonly #options: PodServerOptions;
  readonly #sockets = new Set<net.Socket>();
  readonly #refusals: RefusalLog;
  readonly #waiting = new Set<net.Socket>();

  constructor(options: PodServerOptions) {
    this.#options = options;
    this.#refusals = new RefusalLog(options.clock, options.log, options.scope);
  }

  async listen(): Promise<void> {
    const { path, scope } = this.#options;
    const server = net.createServer((socket) => this.#accept(socket));
    await listenPrivately(path, server, scope);
    scope.add(() => {
      for (const socket of this.#sockets) socket.destroy();
    });
  }

  #accept(socket: net.Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    const [longest] = this.#waiting;
    if (longest && this.#waiting.size >= WAITING_LIMIT) longest.destroy();
    this.#waiting.add(socket);
    const { clock, log } = this.#options;
    const introduction = new Scope();
    introduction.add(() => void this.#waiting.delete(socket));
    introduction.add(clock.after(HELLO_WITHIN, () => socket.destroy()));
    socket.once("close", () => void introduction.end());
    const carrier = socketCarrier<HubToPod, PodToHub>(socket, LONGEST_HELLO, {
      budget: new Budget({ ...POD_BUDGET, now: () => clock.monotonic() }),
      defect: (error) => log.error(texts.podConnection(errorText(error))),
    });
    carrier.onMessage((raw) => {
      void introduction.end();
      this.#introduce(carrier, podMessage(raw, 0));
    });
  }

  #introduce(carrier: SocketCarrier<HubToPod, PodToHub>, hello: PodToHub | undefined): void {
    const admission = admit(hello, this.#options.find);
    if ("refused" in admission) {
      this.#refuse(carrier, hello?.t === "hello" ? hello.id : "?", admission.refused);
    } else if (admission.pod.connected) {
      this.#refuse(carrier, admission.hello.id, texts.alreadyConnected);
    } else {
      carrier.lineLimit = LONGEST_MESSAGE;
      admission.pod.attach(carrier, admission.hello);
    }
  }

  #refuse(carrier: Carrier<HubToPod, PodToHub>, id: string, reason: string): void {
    carrier.onMessage(() => undefined);
    carrier.send({ t: "refused", reason });
    carrier.close();
    this.#refusals.add(id, reason);
  }
}
