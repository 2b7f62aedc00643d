import {
  type CompiledPod,
  choice,
  int,
  type PodProblem,
  type PodSchema,
  type RowOf,
  text,
  VALUE_TYPES,
} from "@hubwart/project";
import { keyPairCheck, tlsProblems } from "@hubwart/runtime/client-certificate";
import { HOST, PORT, passwordColumn, tlsColumns } from "@hubwart/runtime/columns";
import { hostProblem } from "@hubwart/runtime/host";
import { reporter } from "@hubwart/runtime/problems";
import { LABELS } from "../shared/labels.ts";
import { notifyChannelColumns, notifyIfaceColumns, notifyProblems } from "../shared/notify/columns.ts";
import { addressesOf, isAddress } from "./address.ts";

/** Columns of the e-mail pod. Pure data and rules; the pod itself is in `index.ts`. */
export const emailIfaceColumns = {
  host: text({
    ...HOST,
    doc: "Host name or address of the mail server.",
    help: "Name oder Adresse des Mailservers",
  }),
  port: int({
    ...PORT,
    doc: "TCP port of the mail server; 587 if empty, 465 with security tls, 25 with none.",
    help: "TCP-Port des Mailservers; leer: 587, mit tls 465, mit none 25",
  }),
  security: choice(["starttls", "tls", "none"], {
    default: "starttls",
    doc: "Encryption: STARTTLS (required, not only tried), TLS from the beginning, or none.",
    help: "Verschlüsselung: starttls (zwingend), tls (von Anfang an) oder none",
  }),
  ...tlsColumns,
  user: text({ maxLength: 320, doc: "User name.", help: "Benutzername" }),
  password: passwordColumn,
  from: text({ required: true, maxLength: 320, doc: "Sender's address.", help: "Adresse des Absenders" }),
  to: text({
    maxLength: 4000,
    doc: "Recipients of channels that name none, separated by commas.",
    help: "Empfänger der Channels, die keine eigenen nennen, mit Komma getrennt",
  }),
  ...notifyIfaceColumns,
} as const;

export const emailChannelColumns = {
  to: text({
    maxLength: 4000,
    doc: "Recipients, separated by commas; those of the interface if empty.",
    help: "Empfänger, mit Komma getrennt; leer: die der Schnittstelle",
  }),
  subject: text({
    maxLength: 200,
    default: "{chan}",
    doc: "Subject with the placeholders of text.",
    help: "Betreff mit den Platzhaltern von text",
  }),
  ...notifyChannelColumns,
} as const;

export type EmailIface = RowOf<typeof emailIfaceColumns>;
export type EmailChannel = RowOf<typeof emailChannelColumns>;

export const checkEmailKeys = keyPairCheck(({ security }) => security !== "none");

export const emailSchema: PodSchema = {
  type: "email",
  label: LABELS.email,
  doc: "Sends e-mail when a value changes, passes a limit or is missing.",
  ifaceColumns: emailIfaceColumns,
  channelColumns: emailChannelColumns,
  example: { iface: { from: "hub@example.org", to: "technik@example.org" } },
  directions: ["out"],
  defaultDirection: "out",
  valueTypes: VALUE_TYPES,
  defaultValueType: "float",
  maxIfaces: 8,
  tells: true,
  check: checkEmail,
  checkLater: checkEmailKeys,
};

const MOST_RECIPIENTS = 50;

export function checkEmail(pod: Pick<CompiledPod, "ifaces" | "channels">): PodProblem[] {
  const problems: PodProblem[] = [];
  const ifaces = new Map<string, EmailIface>();
  for (const { config, id } of pod.ifaces) {
    const iface = config as EmailIface;
    ifaces.set(id, iface);
    const report = reporter(problems, id);
    const host = hostProblem(iface.host);
    if (host !== undefined) report("host", host, "Erlaubt sind z. B. mail.example.org oder 192.168.1.5.");
    if (!isAddress(iface.from)) {
      report("from", `„${iface.from}“ ist keine E-Mail-Adresse`, "Erlaubt ist z. B. hub@example.org.");
    }
    problems.push(...tlsProblems(id, iface, iface.security !== "none"), ...recipientProblems(id, iface.to));
    if ((iface.user === undefined) !== (iface.password === undefined)) {
      report("user", "Benutzername und Passwort gehören zusammen", "Füllen Sie beide Zellen oder keine.");
    }
    if (iface.security === "none" && iface.password !== undefined) {
      report(
        "security",
        "Ohne Verschlüsselung könnte das Passwort mitgelesen werden",
        "Wählen Sie starttls oder tls.",
      );
    }
  }
  for (const channel of pod.channels) {
    const { to } = channel.config as EmailChannel;
    problems.push(...notifyProblems(channel), ...recipientProblems(channel.chan, to));
    if (to === undefined && ifaces.get(channel.iface)?.to === undefined) {
      problems.push({
        where: channel.chan,
        attribute: "to",
        text: "Der Empfänger fehlt",
        hint: "Tragen Sie „to“ hier oder bei der Schnittstelle ein.",
      });
    }
  }
  return problems;
}

function recipientProblems(where: string, to: string | undefined): PodProblem[] {
  if (to === undefined) return [];
  const all = addressesOf(to);
  const bad = all.find((address) => !isAddress(address));
  const hint = "Erlaubt sind Adressen wie anna@example.org, mit Komma getrennt.";
  if (bad !== undefined) return [{ where, attribute: "to", text: `„${bad}“ ist keine E-Mail-Adresse`, hint }];
  if (all.length === 0) return [{ where, attribute: "to", text: "Der Empfänger fehlt", hint }];
  if (all.length > MOST_RECIPIENTS) {
    return [
      {
        where,
        attribute: "to",
        text: `Das sind mehr als ${MOST_RECIPIENTS} Empfänger`,
        hint: "Nutzen Sie einen Verteiler.",
      },
    ];
  }
  return [];
}
