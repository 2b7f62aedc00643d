/** The e-mail pod: one mail server per interface. */
import { createHash } from "node:crypto";

import { InvalidInputError, NotFoundError } from "@hubwart/core";
import { noSuchMethod } from "@hubwart/ipc";
import type { MailOrder, NotifyOrder, TestResult } from "@hubwart/runtime/methods";
import { address } from "@hubwart/runtime/net-errors";
import { ifaceConfig, refuseProblems } from "@hubwart/runtime/parameters";
import type { Pod, PodContext, PodKind, PodWrite } from "@hubwart/runtime/pod";
import { texts as runtimeTexts } from "@hubwart/runtime/texts";
import { Notifier, type NotifyTarget } from "../shared/notify/notifier.ts";
import { Outbound } from "../shared/notify/outbound.ts";
import { probeService } from "../shared/notify/probe.ts";
import { Standing } from "../shared/notify/standing.ts";
import { texts as notifyTexts } from "../shared/notify/texts.ts";
import { addressesOf, isAddress } from "./address.ts";
import { checkMail } from "./check.ts";
import { checkEmail, checkEmailKeys, type EmailChannel, type EmailIface, emailSchema } from "./schema.ts";
import { MailServer, portOf } from "./smtp.ts";
import { texts } from "./texts.ts";

const HOUR = 3_600_000;

class EmailPod implements Pod {
  readonly #context: PodContext;
  readonly #notifier: Notifier;

  constructor(context: PodContext) {
    this.#context = context;
    this.#notifier = new Notifier(context);
  }

  async start(): Promise<void> {
    const { load, scope } = this.#context;
    refuseProblems([...checkEmail(load), ...((await checkEmailKeys(load)) ?? [])]);
    const outbound: Outbound[] = [];
    const queue = await this.#notifier.open((index) => this.#target(index));
    for (const { config, id } of load.ifaces) {
      const report = new Standing((change) => this.#context.connection(id, change)).side();
      const iface = config as EmailIface;
      const server = new MailServer(iface, targetOf(iface), this.#context.clock);
      scope.add(() => server.destroy());
      const sending = new Outbound({
        iface: id,
        perHour: iface.max_per_hour,
        maxAge: iface.max_age * HOUR,
        queue,
        context: this.#context,
        deliver: (letter) => server.send(letter),
        idle: () => server.close(),
        settled: (message, reason) => this.#notifier.settled(message, reason),
        putOff: (message, reason) => this.#notifier.putOff(message, reason),
        report,
      });
      outbound.push(sending);
      this.#notifier.sendBy(id, sending);
      const probed = new MailServer(iface, targetOf(iface), this.#context.clock);
      scope.add(() => probed.destroy());
      const probe = async () => {
        await probed.open();
        probed.close();
      };
      probeService({ context: this.#context, probe, sending, report });
    }
    for (const each of outbound) each.start();
  }

  write(writes: readonly PodWrite[]): Promise<void> {
    return this.#notifier.write(writes);
  }

  async ask(
    method: string,
    params: { iface: string; to?: string } & NotifyOrder & MailOrder,
    signal: AbortSignal,
  ): Promise<unknown> {
    if (method === "notify") {
      if (params.to !== undefined && !isAddress(params.to))
        throw new InvalidInputError([{ field: "to", message: texts.noAddress(params.to) }]);
      await this.#notifier.take(params, this.#fallback());
      return {};
    }
    if (method === "mail") return await this.#mail(params, signal);
    const found = this.#context.load.ifaces.find(({ id }) => id === params.iface);
    if (method !== "check" && method !== "test") throw noSuchMethod(method);
    if (!found) throw new NotFoundError(runtimeTexts.noConnection);
    const iface = found.config as EmailIface;
    if (method === "check") return await checkMail(iface, this.#context.clock, signal);
    return await this.#test(iface, params.to ?? addressesOf(iface.to ?? "")[0] ?? iface.from);
  }

  /** One mail, to look whether they arrive. */
  async #test(iface: EmailIface, to: string): Promise<TestResult> {
    const { id } = this.#context.load;
    const text = `${notifyTexts.testMessage(id)}\n`;
    return await this.#sendNow(iface, { key: "test", to, subject: texts.testSubject(id), text });
  }

  /** By the first interface. Nobody waits for it any more: it is broken off, so that a repetition is no second one. */
  async #mail({ attachment, key, subject, text, to }: MailOrder, signal: AbortSignal): Promise<TestResult> {
    const [iface] = this.#context.load.ifaces;
    if (!iface) throw new NotFoundError(runtimeTexts.noConnection);
    const letter = { key, id: `${key}.${hashOf(to)}`, to, subject, text };
    return await this.#sendNow(
      iface.config as EmailIface,
      { ...letter, ...(attachment ? { attachment } : {}) },
      signal,
    );
  }

  /** Past queue and allowance; the server's own answer is the result. */
  async #sendNow(
    iface: EmailIface,
    letter: Omit<Parameters<MailServer["send"]>[0], "ts">,
    signal?: AbortSignal,
  ): Promise<TestResult> {
    if (!isAddress(letter.to))
      throw new InvalidInputError([{ field: "to", message: texts.noAddress(letter.to) }]);
    const { clock } = this.#context;
    const server = new MailServer(iface, targetOf(iface), clock);
    const end = () => server.destroy();
    signal?.addEventListener("abort", end);
    try {
      const result = await server.send({ ...letter, ts: clock.now() });
      return { sent: result.t === "sent", text: result.t === "sent" ? (result.answer ?? "") : result.reason };
    } finally {
      signal?.removeEventListener("abort", end);
      server.close();
    }
  }

  /** The first interface that names recipients of its own. */
  #fallback(): NotifyTarget | undefined {
    for (const { config, id } of this.#context.load.ifaces) {
      const recipients = addressesOf((config as EmailIface).to ?? "");
      if (recipients.length > 0) return { iface: id, recipients, subject: "" };
    }
    return undefined;
  }

  #target(index: number) {
    const { channels, ifaces } = this.#context.load;
    const channel = channels[index];
    const iface = ifaces.find(({ id }) => id === channel?.iface)?.config as EmailIface | undefined;
    if (!channel || !iface) return undefined;
    const { subject, to } = channel.config as EmailChannel;
    return { iface: channel.iface, recipients: addressesOf(to ?? iface.to ?? ""), subject };
  }
}

/** Of an address, for a Message-ID: two recipients have two messages. */
const hashOf = (address: string): string => createHash("sha256").update(address).digest("hex").slice(0, 16);

function targetOf(iface: EmailIface): string {
  return address(iface.host, portOf(iface));
}

export const kind: PodKind = {
  schema: emailSchema,
  create: (context) => new EmailPod(context),
  check: async ({ clock, load }, iface, signal) =>
    await checkMail(ifaceConfig(load, iface) as EmailIface, clock, signal),
};
