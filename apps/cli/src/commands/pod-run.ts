/**
 * Runs an external pod in this terminal or service. Between connections it waits and tries again, so that
 * it comes back after a restart of the hub; without a hub the pod itself has ended.
 */
import { Backoff, dataLayout, parseConfig, systemClock } from "@hubwart/core";
import { loadPodKind } from "@hubwart/pods/registry";
import { type PodEnd, runPod } from "@hubwart/runtime/run-pod";
import { parseArguments } from "../arguments.ts";
import { type Command, EXIT, type Output, UsageError } from "../command.ts";
import { brokerConnector, type Connector, socketConnector } from "../pod-connectors.ts";
import { readSecret } from "../secret-file.ts";
import { texts } from "../texts.ts";

const LONGEST_PAUSE = 5_000;

export const command: Command = {
  usage:
    "ID --token-file DATEI [--socket DATEI | --broker mqtts://HOST:PORT [--user NAME --password-file DATEI] [--ca DATEI] [--topic TOPIC]] [--once]",
  summary: texts.podRun,
  async run(args, output) {
    const { values, positionals } = parseArguments(args, {
      "token-file": { type: "string" },
      socket: { type: "string" },
      broker: { type: "string" },
      user: { type: "string" },
      "password-file": { type: "string" },
      ca: { type: "string" },
      topic: { type: "string" },
      once: { type: "boolean" },
    });
    const [id, ...rest] = positionals;
    if (id === undefined || rest.length > 0) throw new UsageError(texts.onePod);
    if (values["token-file"] === undefined) throw new UsageError(texts.tokenFileMissing);
    const token = await readSecret(values["token-file"], texts.theToken);
    const config = parseConfig(process.env);
    let connect: Connector;
    if (values.broker === undefined) {
      for (const name of ["user", "password-file", "ca", "topic"] as const) {
        if (values[name] !== undefined) throw new UsageError(texts.onlyWithBroker(name));
      }
      connect = socketConnector(values.socket ?? dataLayout(config.dataDir).podSocket);
    } else {
      if (values.socket !== undefined) throw new UsageError(texts.socketOrBroker);
      connect = await brokerConnector(
        {
          pod: id,
          address: values.broker,
          user: values.user,
          passwordFile: values["password-file"],
          caFile: values.ca,
          topic: values.topic ?? config.podBroker?.topic ?? `${config.productSlug}/pods`,
        },
        output,
      );
    }
    return await runUntilStopped({ id, token, connect, once: values.once ?? false }, output);
  },
};

interface Order {
  id: string;
  token: string;
  connect: Connector;
  once: boolean;
}

async function runUntilStopped({ id, token, connect, once }: Order, output: Output): Promise<number> {
  const abort = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => abort.abort());
  const backoff = new Backoff(200, LONGEST_PAUSE);
  let waiting = false;
  for (;;) {
    const started = performance.now();
    const carrier = await connect(systemClock);
    const end: PodEnd | undefined =
      carrier &&
      (await runPod({
        id,
        token,
        carrier,
        loadKind: loadPodKind,
        clock: systemClock,
        signal: abort.signal,
      }));
    if (abort.signal.aborted) return EXIT.ok;
    if (end?.why === "refused" || end?.why === "failed") {
      output.err(texts.podNotRunning(id, end.text));
      // What was refused once will be refused again until somebody changes it.
      return EXIT.failed;
    }
    if (once) {
      output.err(texts.hubClosed);
      return end?.why === "stopped" ? EXIT.ok : EXIT.failed;
    }
    if (performance.now() - started > LONGEST_PAUSE) backoff.reset();
    if (end || !waiting) output.err(texts.hubAway);
    waiting = !end;
    await pause(backoff.next(), abort.signal);
    if (abort.signal.aborted) return EXIT.ok;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}
