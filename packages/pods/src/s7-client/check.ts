/** "Verbindung prüfen": name and port, then a connection of its own to the CPU, unless one stands. */
import type { Clock } from "@hubwart/core";
import { ConnectionCheck, NO_CONNECTION, STEP } from "@hubwart/runtime/check";
import type { CheckResult } from "@hubwart/runtime/methods";
import { address } from "@hubwart/runtime/net-errors";
import { texts as sharedTexts } from "../shared/texts.ts";
import type { S7ClientIface } from "./columns.ts";
import { S7Link } from "./link.ts";
import { texts } from "./texts.ts";
import { tsapsOf } from "./tsap.ts";

/** `stands` is the PDU size of the connection that stands: many CPUs have only few to give. */
export async function checkCpu(
  config: S7ClientIface,
  stands: number | undefined,
  clock: Clock,
  signal: AbortSignal,
): Promise<CheckResult> {
  const check = new ConnectionCheck(clock);
  const { host, pdu, port, timeout } = config;
  const target = address(host, port);
  const found = (size: number) => texts.pduGranted(size);
  if (stands !== undefined) {
    await check.resolve(host);
    check.add(STEP.port, "ok", sharedTexts.connectionStands(target));
    check.add(STEP.protocol, "ok", found(stands));
    return check.result;
  }
  const socket = await check.connect({ host, port, signal });
  if (!socket) {
    check.skip(STEP.protocol, NO_CONNECTION);
    return check.result;
  }
  await check.step(
    STEP.protocol,
    async () => {
      const link = await S7Link.over(
        socket,
        { ...tsapsOf(config), pdu, timeout, target, clock },
        () => undefined,
      );
      link.close();
      return link.pdu;
    },
    found,
  );
  socket.destroy();
  return check.result;
}
