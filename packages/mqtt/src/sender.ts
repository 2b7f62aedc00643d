/**
 * Hands single messages to a broker, for callers that are no pod:
 *
 *     const sender = await openMqttSender({ host, port, shown, clientId, timeoutMs: 10_000, clock, signal });
 *     await sender.publish("a/topic", text);    // resolves when the broker has acknowledged it (QoS 1)
 *     await sender.end();
 *
 * Invariants: at most one publication is under way; a broken connection is not made anew, `open` is false then.
 * Errors carry a German sentence.
 */
import type { Clock } from "@hubwart/core";
import { netErrorText } from "@hubwart/runtime/net-errors";
import { openSocket } from "@hubwart/runtime/socket";
import { BrokerConnection, LARGEST_PACKET } from "./connection.ts";
import { reasonText } from "./reasons.ts";
import { texts } from "./texts.ts";
import { encodeString, PublishWriter } from "./wire/encode.ts";

export interface MqttSenderOptions {
  host: string;
  port: number;
  /** The broker's address as people know it. */
  shown: string;
  clientId: string;
  /** For the connection, and for each publication; ms. */
  timeoutMs: number;
  clock: Clock;
  signal: AbortSignal;
}

export interface MqttSender {
  readonly open: boolean;
  publish(topic: string, payload: string): Promise<void>;
  end(): Promise<void>;
}

const ID = 1;
const KEEPALIVE_SECONDS = 30;

interface Waiting {
  resolve(): void;
  reject(error: Error): void;
}

export async function openMqttSender(options: MqttSenderOptions): Promise<MqttSender> {
  const { host, port, shown, clock, timeoutMs, signal } = options;
  let connection: BrokerConnection | undefined;
  let waiting: Waiting | undefined;
  let open = false;
  const settle = (error?: Error) => {
    const asked = waiting;
    waiting = undefined;
    if (error) asked?.reject(error);
    else asked?.resolve();
  };
  const closed = (reason: string) => {
    open = false;
    settle(new Error(reason));
  };
  const socket = await openSocket({
    host,
    port,
    timeoutMs,
    clock,
    signal,
    onRead: (bytes) => connection?.feed(bytes),
  }).catch((error: unknown) => {
    throw new Error(netErrorText(error, shown));
  });

  /** Runs `begin` and waits for the broker's word on it. */
  const exchange = async (begin: () => void): Promise<void> => {
    const late = clock.after(timeoutMs, () => {
      open = false;
      socket.destroy();
      settle(new Error(texts.connectionTooSlow(shown)));
    });
    const aborted = () => {
      socket.destroy();
      closed(texts.brokenOff(shown));
    };
    signal.addEventListener("abort", aborted);
    try {
      await new Promise<void>((resolve, reject) => {
        waiting = { resolve, reject };
        begin();
      });
    } finally {
      late();
      signal.removeEventListener("abort", aborted);
    }
  };

  await exchange(() => {
    connection = new BrokerConnection(
      socket,
      shown,
      {
        level: 4,
        clientId: options.clientId,
        clean: true,
        keepalive: KEEPALIVE_SECONDS,
        sessionExpiry: 0,
        maximumPacketSize: LARGEST_PACKET,
      },
      new Set(),
      clock,
      {
        ready: () => {
          open = true;
          settle();
        },
        acked: (_kind, id, reason) => {
          if (id !== ID) return;
          settle(reason < 0x80 ? undefined : new Error(texts.refuses(reasonText(reason))));
        },
        message: () => undefined,
        dropped: () => undefined,
        subscribed: () => undefined,
        probing: () => undefined,
        proven: () => undefined,
        drained: () => undefined,
        closed,
      },
    );
  });
  return {
    get open() {
      return open;
    },
    publish: (topic, payload) =>
      exchange(() => {
        if (!open) throw new Error(texts.connectionGone(shown));
        const name = encodeString(topic);
        const bytes = Buffer.byteLength(payload);
        const writer = new PublishWriter(4);
        writer.renew(writer.size(name, 1, bytes));
        writer.put(name, payload, bytes, 1, false, false, ID);
        connection?.write(writer.take());
      }),
    end: async () => {
      open = false;
      await connection?.end();
    },
  };
}
