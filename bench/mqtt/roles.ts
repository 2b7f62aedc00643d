/** The processes of the measurement beside the candidate: publisher, receiver and the bare bridge, forked from one bundle. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, type LoadOrder, type LoadResult, publish, receive } from "./load.ts";

type Message = { ready: true } | { sent: number; seconds: number } | { result: Omit<LoadResult, "achieved"> };

/** Runs a role if this process was forked for one; false in the main process. */
export async function runRole(): Promise<boolean> {
  const role = process.argv[2];
  if (role !== "publisher" && role !== "receiver" && role !== "bridge") return false;
  const order = JSON.parse(process.argv[3] ?? "{}") as LoadOrder;
  process.once("disconnect", () => process.exit(0));
  const send = (message: Message) => process.send?.(message);
  if (role === "publisher") {
    send(await publish(order));
    process.disconnect();
  } else if (role === "receiver") {
    const receiver = await receive(order.port, order.qos);
    process.on("message", (sent: number) => {
      void receiver.finish(sent).then((result) => {
        send({ result });
        process.disconnect();
      });
    });
    send({ ready: true });
  } else {
    // The bare mqtt.js bridge: one wildcard subscription, one publish. What the library alone can do.
    const client = await connect(order.port, { clientId: "bench-bridge" });
    client.on("message", (topic, payload) => {
      client.publish(`out/${topic.slice("in/".length)}`, payload, { qos: order.qos });
    });
    await client.subscribeAsync("in/#", { qos: order.qos });
    send({ ready: true });
  }
  return true;
}

export function forkRole(role: "publisher" | "receiver" | "bridge", order: LoadOrder) {
  const child = fork(process.argv[1] ?? "", [role, JSON.stringify(order)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const next = async <T>(): Promise<T> => {
    const [message] = await Promise.race([
      once(child, "message"),
      once(child, "exit").then(() => {
        throw new Error(`${role} ended early`);
      }),
    ]);
    return message as T;
  };
  return { child, next };
}

/** One run of load against whatever bridges `in/` to `out/` on that broker. */
export async function measure(order: LoadOrder): Promise<LoadResult> {
  const receiver = forkRole("receiver", order);
  await receiver.next<{ ready: true }>();
  const publisher = forkRole("publisher", order);
  const { sent, seconds } = await publisher.next<{ sent: number; seconds: number }>();
  receiver.child.send(sent);
  const { result } = await receiver.next<{ result: Omit<LoadResult, "achieved"> }>();
  return { ...result, achieved: sent / seconds };
}

/** A candidate that falls behind only fills queues; it keeps a rate while 99 of 100 messages take less than this, ms. */
const KEEPS_UP = 1_000;

export function isClean(result: LoadResult, rate: number): boolean {
  const kept = result.achieved >= rate * 0.98 && result.p99 < KEEPS_UP;
  return kept && result.lost === 0 && result.duplicated === 0 && result.reordered === 0;
}
