/** The thread of one script: with bounded memory, without environment, and with nothing of it on our own outputs. */
import { type MessagePort, Worker } from "node:worker_threads";
import type { Answer, WorkerOrder } from "./messages.ts";

const RESOURCES = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 2, stackSizeMb: 4 };

export interface StartedWorker {
  worker: Worker;
  /** `shared` of its order. */
  view: Int32Array;
  /** Answers a question that it waits for where it is. */
  answer: (message: Answer) => void;
  close: () => void;
}

export function startWorker(file: string, order: Omit<WorkerOrder, "shared" | "answers">): StartedWorker {
  const shared = new SharedArrayBuffer(8);
  const view = new Int32Array(shared);
  const { port1, port2 } = new MessageChannel();
  // Declared twice: as the browser's port and as Node's.
  const answers = port2 as unknown as MessagePort;
  const worker = new Worker(file, {
    workerData: { ...order, shared, answers } satisfies WorkerOrder,
    transferList: [answers],
    resourceLimits: RESOURCES,
    env: {},
    argv: [],
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  return {
    worker,
    view,
    answer: (message) => {
      port1.postMessage(message);
      Atomics.add(view, 1, 1);
      Atomics.notify(view, 1);
    },
    close: () => port1.close(),
  };
}
