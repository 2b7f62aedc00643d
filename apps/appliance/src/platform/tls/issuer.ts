/**
 * Certificates made in a short-lived process, so that neither the code that makes them nor their making weighs on
 * the appliance.
 *
 *     const issuer = createIssuer(entry, scope.signal);
 *     const { authority, server } = await issuer(order);
 *
 * The authority's key goes by message, never as an argument, environment variable or file of its own.
 */
import { fork } from "node:child_process";
import type { IssuedCertificates, Issuer } from "./order.ts";

export type IssuerAnswer = { t: "issued"; issued: IssuedCertificates } | { t: "failed"; message: string };

/** ms; a few hundred on a small device that is busy. */
const LIMIT = 60_000;

/** `entry` is the absolute path of the built `certificate-child`; `signal` ends a process that is still at work. */
export function createIssuer(entry: string, signal: AbortSignal): Issuer {
  return (order) =>
    new Promise((resolve, reject) => {
      const child = fork(entry, [], {
        env: {},
        execArgv: [],
        signal,
        timeout: LIMIT,
        killSignal: "SIGKILL",
        stdio: ["ignore", "ignore", "ignore", "ipc"],
      });
      child.once("message", (answer: IssuerAnswer) => {
        if (answer.t === "issued") resolve(answer.issued);
        else reject(new Error(`no certificate was made: ${answer.message}`));
      });
      child.once("error", reject);
      child.once("exit", (code, killed) => {
        reject(new Error(`the process that makes certificates ended early (${killed ?? code ?? "unknown"})`));
      });
      child.send(order, (error) => {
        if (error) reject(error);
      });
    });
}
