/** "Verbindung prüfen": name, port, and a login of its own, unless the pod is logged in anyway. */
import { randomBytes } from "node:crypto";
import type { Clock } from "@hubwart/core";
import { BrokerConnection, LARGEST_PACKET } from "@hubwart/mqtt/connection";
import { ConnectionCheck, NO_CONNECTION, STEP } from "@hubwart/runtime/check";
import type { CheckResult } from "@hubwart/runtime/methods";
import { address, netErrorText } from "@hubwart/runtime/net-errors";
import type { MqttIface } from "./schema.ts";
import { texts } from "./texts.ts";
import { endpointOf, lineOver, readsOf, UpgradeRefused } from "./transport.ts";

const UPGRADE_MS = 5_000;

export async function checkBroker(
  config: MqttIface,
  connected: boolean,
  clock: Clock,
  signal: AbortSignal,
): Promise<CheckResult> {
  const { keepalive, password, protocol, user } = config;
  const { host, port, tls } = endpointOf(config);
  const check = new ConnectionCheck(clock);
  let connection: BrokerConnection | undefined;
  const onRead = (bytes: Buffer) => connection?.feed(bytes);
  const socket = await check.connect({
    host,
    port,
    ...(tls ? { tls } : {}),
    signal,
    ...readsOf(config, onRead),
  });
  if (connected) {
    check.add(STEP.protocol, "ok", texts.signedIn);
    socket?.destroy();
    return check.result;
  }
  if (!socket) {
    check.skip(STEP.protocol, NO_CONNECTION);
    return check.result;
  }
  const ignored = () => undefined;
  await check.step(
    STEP.protocol,
    async () => {
      const line = await lineOver(socket, config, { timeoutMs: UPGRADE_MS, clock, signal, onRead });
      await new Promise<void>((resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error(texts.checkCancelled)));
        connection = new BrokerConnection(
          line,
          address(host, port),
          {
            level: protocol === "5" ? 5 : 4,
            clientId: `check-${randomBytes(6).toString("hex")}`,
            clean: true,
            keepalive,
            user,
            password,
            sessionExpiry: 0,
            maximumPacketSize: LARGEST_PACKET,
          },
          new Set(),
          clock,
          {
            ready: () => resolve(),
            closed: (reason) => reject(new Error(`${reason}.`)),
            message: ignored,
            dropped: ignored,
            acked: ignored,
            subscribed: ignored,
            probing: ignored,
            proven: ignored,
            drained: ignored,
          },
        );
      });
    },
    () => texts.signInAccepted,
    (error) => sentence(error, address(host, port)),
  );
  await connection?.end();
  socket.destroy();
  return check.result;
}

function sentence(error: unknown, target: string): string {
  if (error instanceof UpgradeRefused) return `${error.message}.`;
  return error instanceof Error && !("code" in error) ? error.message : `${netErrorText(error, target)}.`;
}
