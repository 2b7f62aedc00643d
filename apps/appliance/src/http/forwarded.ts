/**
 * Who stands behind the device's own proxy. It says so itself, with a proof that nobody else has; what any other program or caller
 * writes into `X-Forwarded-For` counts for nothing.
 */
import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { PROOF_HEADER } from "@hubwart/containers";
import { isLoopback } from "./connections.ts";

const HEADER = PROOF_HEADER.toLowerCase();

/** undefined: who connected is who asks. */
export function forwardedFor(
  { headers, socket }: Pick<IncomingMessage, "headers" | "socket">,
  proof: string,
): string | undefined {
  const given = headers[HEADER];
  if (typeof given !== "string" || !isLoopback(socket.remoteAddress ?? "")) return undefined;
  const [told, right] = [Buffer.from(given), Buffer.from(proof)];
  if (told.length !== right.length || !timingSafeEqual(told, right)) return undefined;
  // The caller may have sent some; the proxy adds its own behind them.
  const last = [headers["x-forwarded-for"] ?? ""].flat().join(",").split(",").at(-1)?.trim() ?? "";
  return isIP(last) === 0 ? undefined : last;
}
