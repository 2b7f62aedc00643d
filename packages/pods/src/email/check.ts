/** "Verbindung prüfen": name, port, then greeting, encryption and sign-in, without a mail. */
import type { Clock } from "@hubwart/core";
import { ConnectionCheck, NO_CONNECTION, STEP } from "@hubwart/runtime/check";
import type { CheckResult } from "@hubwart/runtime/methods";
import { address } from "@hubwart/runtime/net-errors";
import type { EmailIface } from "./schema.ts";
import { MailServer, portOf } from "./smtp.ts";
import { texts } from "./texts.ts";

/** The question for it is answered within half a minute. */
const LONGEST_SIGN_IN = 15_000;

export async function checkMail(config: EmailIface, clock: Clock, signal: AbortSignal): Promise<CheckResult> {
  const check = new ConnectionCheck(clock);
  const { host, user } = config;
  const port = portOf(config);
  const socket = await check.connect({ host, port, signal });
  socket?.destroy();
  if (!socket) {
    check.skip(STEP.protocol, NO_CONNECTION);
    return check.result;
  }
  const server = new MailServer(config, address(host, port), clock, LONGEST_SIGN_IN);
  await check.step(
    STEP.protocol,
    () => server.open(),
    () => (user === undefined ? texts.ready : texts.readySignedIn),
  );
  server.close();
  return check.result;
}
