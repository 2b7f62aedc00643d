/** Questions to the process outside whose answer a script waits for where it is. */
import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { Answer, FromWorker, WorkerOrder } from "../messages.ts";

/** ms. */
const WITHIN = 500;

export class Asking {
  readonly #shared: Int32Array;
  readonly #port: MessagePort;
  readonly #say: (message: FromWorker) => void;
  #nextId = 1;

  constructor(
    { answers, shared }: Pick<WorkerOrder, "answers" | "shared">,
    say: (message: FromWorker) => void,
  ) {
    this.#shared = new Int32Array(shared);
    this.#port = answers;
    this.#say = say;
  }

  /** @returns undefined where no answer came in time; one that comes too late is taken for no other */
  ask(question: { t: "channel"; name: string } | { t: "alarm"; alarm: string }): Answer | undefined {
    const id = this.#nextId;
    this.#nextId += 1;
    this.#say({ ...question, id });
    for (const until = performance.now() + WITHIN; ; ) {
      const seen = Atomics.load(this.#shared, 1);
      for (
        let received: { message: Answer } | undefined = receiveMessageOnPort(this.#port);
        received;
        received = receiveMessageOnPort(this.#port)
      )
        if (received.message.id === id) return received.message;
      const left = until - performance.now();
      if (left <= 0) return undefined;
      Atomics.wait(this.#shared, 1, seen, left);
    }
  }
}
