/** The chat pod: one service per interface, messages out of values, values out of commands. */

import { randomUUID } from "node:crypto";
import { InvalidInputError, NotFoundError } from "@hubwart/core";
import { noSuchMethod } from "@hubwart/ipc";
import { ConnectionCheck, STEP } from "@hubwart/runtime/check";
import type { CheckResult, NotifyOrder } from "@hubwart/runtime/methods";
import { refuseProblems } from "@hubwart/runtime/parameters";
import type { Pod, PodContext, PodKind, PodWrite } from "@hubwart/runtime/pod";
import { texts as runtimeTexts } from "@hubwart/runtime/texts";
import { Notifier, type NotifyTarget } from "../shared/notify/notifier.ts";
import { Outbound } from "../shared/notify/outbound.ts";
import { probeService } from "../shared/notify/probe.ts";
import { type Report, Standing } from "../shared/notify/standing.ts";
import { texts as notifyTexts } from "../shared/notify/texts.ts";
import { chatAlarms } from "./alarms.ts";
import { type Commandable, Commands } from "./commands.ts";
import { listen } from "./listener.ts";
import { Replies } from "./replies.ts";
import {
  type ChatChannel,
  type ChatIface,
  chatSchema,
  checkChat,
  checkChatKeys,
  isWebhook,
  sendersOf,
} from "./schema.ts";
import type { Received, Service } from "./service.ts";
import { openService } from "./services.ts";
import { texts } from "./texts.ts";

const HOUR = 3_600_000;

class ChatPod implements Pod {
  readonly #context: PodContext;
  readonly #notifier: Notifier;
  readonly #services = new Map<string, Service>();
  readonly #newest = new Map<number, unknown>();

  constructor(context: PodContext) {
    this.#context = context;
    this.#notifier = new Notifier(context);
  }

  async start(): Promise<void> {
    const { clock, load, scope } = this.#context;
    refuseProblems([...checkChat(load), ...((await checkChatKeys(load)) ?? [])]);
    const outbound: Outbound[] = [];
    const queue = await this.#notifier.open((index) => this.#target(index));
    for (const { config, id } of load.ifaces) {
      const iface = config as ChatIface;
      const service = await openService({ config: iface, clock, signal: scope.signal });
      this.#services.set(id, service);
      scope.add(() => service.end());
      const standing = new Standing((change) => this.#context.connection(id, change));
      const report = standing.side();
      const sending = new Outbound({
        iface: id,
        perHour: iface.max_per_hour,
        maxAge: iface.max_age * HOUR,
        longest: service.longest,
        queue,
        context: this.#context,
        deliver: (letter) => service.send(letter),
        idle: () => undefined,
        settled: (message, reason) => this.#notifier.settled(message, reason),
        putOff: (message, reason) => this.#notifier.putOff(message, reason),
        report,
      });
      outbound.push(sending);
      this.#notifier.sendBy(id, sending);
      const probe = service.whoAmI?.bind(service);
      if (service.lasting || sendersOf(iface).length > 0)
        this.#listen(id, iface, service, { sending, report: standing.side() });
      else if (probe) probeService({ context: this.#context, probe, sending, report });
      // A webhook tells nothing before its first message.
      else report({ state: true, active: 0 });
    }
    for (const each of outbound) each.start();
  }

  async write(writes: readonly PodWrite[]): Promise<void> {
    for (const { index, value } of writes) this.#newest.set(index, value);
    await this.#notifier.write(writes);
  }

  async ask(method: string, params: { iface: string; to?: string } & NotifyOrder): Promise<unknown> {
    if (method === "notify") {
      await this.#notifier.take(params, this.#fallback());
      return {};
    }
    if (method !== "check" && method !== "test") throw noSuchMethod(method);
    const service = this.#services.get(params.iface);
    const iface = this.#context.load.ifaces.find(({ id }) => id === params.iface)?.config as
      | ChatIface
      | undefined;
    if (!service || !iface) throw new NotFoundError(runtimeTexts.noConnection);
    if (method === "check") return await this.#check(iface, service);
    const to = params.to ?? iface.to ?? (isWebhook(iface.service) ? WEBHOOK : undefined);
    if (to === undefined) throw new InvalidInputError([{ field: "to", message: texts.recipientMissing }]);
    const ts = this.#context.clock.now();
    const text = notifyTexts.testMessage(this.#context.load.id);
    const sent = await service.send({ key: `test-${randomUUID()}`, to, ts, subject: "", text });
    return { sent: sent.t === "sent", text: sent.t === "sent" ? (sent.answer ?? "") : sent.reason };
  }

  async #check(iface: ChatIface, service: Service): Promise<CheckResult> {
    const check = new ConnectionCheck(this.#context.clock);
    if (service.whoAmI) {
      await check.step(
        STEP.protocol,
        () => service.whoAmI?.() ?? Promise.resolve(""),
        (me) => texts.signedInAs(me),
      );
    } else {
      check.skip(STEP.protocol, texts.webhookUnchecked(iface.service));
    }
    return check.result;
  }

  /** The first interface that has a place for messages of its own. */
  #fallback(): NotifyTarget | undefined {
    for (const { config, id } of this.#context.load.ifaces) {
      const { service, to } = config as ChatIface;
      const recipient = to ?? (isWebhook(service) ? WEBHOOK : undefined);
      if (recipient !== undefined) return { iface: id, recipients: [recipient], subject: "" };
    }
    return undefined;
  }

  #target(index: number) {
    const channel = this.#context.load.channels[index];
    const iface = this.#context.load.ifaces.find(({ id }) => id === channel?.iface)?.config as
      | ChatIface
      | undefined;
    if (!channel || !iface || channel.dir === "in") return undefined;
    const config = channel.config as ChatChannel;
    const to = config.to ?? iface.to ?? WEBHOOK;
    return { iface: channel.iface, recipients: config.when === "never" ? [] : [to], subject: "" };
  }

  /** Waits for commands as long as the pod runs, and says whether the service is there. */
  #listen(
    id: string,
    iface: ChatIface,
    service: Service,
    { report, sending }: { report: Report; sending: Outbound },
  ): void {
    const { clock, log, scope } = this.#context;
    const senders = sendersOf(iface);
    const commands = new Commands(senders, this.#commandable(id), clock, chatAlarms(this.#context));
    const lost = (reason: string) => log.warn(texts.replyNotSent(reason));
    const replies = new Replies({ service, clock, scope, lost });
    let warned = "";
    listen({
      service,
      clock,
      scope,
      heard: (message) => this.#obey(commands, message, replies),
      reached: () => {
        report({ state: true, active: 0 });
        if (warned !== "") log.info(texts.reachableAgain);
        warned = "";
        sending.resume();
      },
      lost: (reason) => {
        if (warned !== reason) log.warn(senders.length > 0 ? texts.noCommands(reason) : reason);
        warned = reason;
        report({ state: false, active: 0, error: reason });
      },
    });
  }

  async #obey(commands: Commands, message: Received, replies: Replies): Promise<void> {
    const { clock, log } = this.#context;
    const done = commands.obey(message);
    if (done === undefined) return;
    if (typeof done === "string") {
      log.warn(done);
      return;
    }
    log.info(done.note);
    const ts = clock.now();
    const key = `reply-${randomUUID()}`;
    replies.offer({ key, to: message.room, ts, subject: "", text: await done.reply });
  }

  #commandable(iface: string): Map<string, Commandable> {
    const found = new Map<string, Commandable>();
    this.#context.load.channels.forEach((channel, index) => {
      const { command } = channel.config as ChatChannel;
      if (channel.iface !== iface || command === undefined) return;
      found.set(command.toLowerCase(), {
        type: channel.type,
        read: channel.dir === "in" ? undefined : () => this.#newest.get(index) ?? null,
        set: channel.dir === "out" ? undefined : (value) => this.#context.emit(index, value),
      });
    });
    return found;
  }
}

/** A webhook has one place where its messages appear. */
const WEBHOOK = "webhook";

export const kind: PodKind = { schema: chatSchema, create: (context) => new ChatPod(context) };
