/** German sentences of the event log, the health banner and the answers of this area. */
import { NODATA, NOTFOUND } from "node:dns/promises";
import type { ApplyReport, EndedTrial } from "@hubwart/host";
import { type SntpFault } from "./sntp.ts";

const outcomes: Record<EndedTrial["outcome"], string> = {
  confirmed: "Der Netzwerktest ist bestätigt; die getesteten Einstellungen bleiben.",
  cancelled: "Der Netzwerktest ist abgebrochen; die vorherigen Einstellungen gelten wieder.",
  expired: "Der Netzwerktest wurde nicht bestätigt; die vorherigen Einstellungen gelten wieder.",
  rebooted:
    "Das Gerät wurde während des Netzwerktests neu gestartet; die vorherigen Einstellungen gelten wieder.",
  failed: "Der Netzwerktest ist fehlgeschlagen; die vorherigen Einstellungen gelten wieder.",
};

type Failure = ApplyReport["failures"][number];
const causes: Record<Failure["cause"], (device: string) => string> = {
  "no-address": (device) => `Der Adapter ${device} hat keine Adresse bekommen.`,
  "gateway-silent": (device) => `Das Gateway des Adapters ${device} hat nicht geantwortet.`,
  refused: (device) => `Das System hat die Einstellungen des Adapters ${device} nicht angenommen.`,
};

const nameAnswers = (name: string): Record<string, string> => ({
  [NOTFOUND]: `Der Server antwortet; den Namen ${name} kennt er nicht.`,
  [NODATA]: `Der Server antwortet; zum Namen ${name} kennt er keine IPv4-Adresse.`,
  ESERVFAIL: `Der Server antwortet, kann den Namen ${name} aber gerade nicht auflösen.`,
  EREFUSED: "Der Server antwortet, lehnt Anfragen dieses Geräts aber ab.",
});

const nameSilences: Record<string, string> = {
  EBADNAME: "Nach diesem Namen kann nicht gefragt werden.",
  ECONNREFUSED: "Auf diesem Rechner läuft kein Namensserver (Port 53 ist geschlossen).",
};

const timeFaults: Record<Exclude<SntpFault, object>, string> = {
  silent: "Der Server hat innerhalb von 2 Sekunden nicht geantwortet.",
  closed: "Auf diesem Rechner läuft kein Zeitserver (Port 123 ist geschlossen).",
  unreachable: "Zu dieser Adresse gibt es keinen Weg. Bitte prüfen Sie Netzwerk und Gateway.",
  unsynchronised: "Der Server antwortet, kennt aber selbst die genaue Zeit nicht.",
  malformed: "Unter dieser Adresse antwortet etwas, das kein Zeitserver ist.",
};

/** RFC 4330, 8. */
const kisses: Record<string, string> = {
  DENY: "Er lässt dieses Gerät nicht zu",
  RSTR: "Er lässt dieses Gerät nicht zu",
  RATE: "Er wird von hier zu oft gefragt",
  INIT: "Er ist noch nicht bereit",
  STEP: "Er stellt gerade seine Uhr",
};

export const texts = {
  outcomes,
  settingsLost:
    "Die gespeicherten Geräteeinstellungen (Hostname, Zeitzone, Zeitserver, SSH und Netzwerk) waren nicht lesbar und wurden beiseitegelegt. Es bleibt, was bisher aktiv war; bitte prüfen Sie die Einstellungen und speichern Sie sie neu.",
  putBack: (failures: readonly Failure[]) =>
    [
      "Die neuen Netzwerkeinstellungen wurden nach dem Neustart zurückgenommen, die vorherigen gelten wieder.",
      ...failures.map(({ device, cause }) => causes[cause](device)),
    ].join(" "),
  noAdapter: (device: string) => `Einen Adapter ${device} gibt es an diesem Gerät nicht.`,
  adapterTwice: (device: string) => `Der Adapter ${device} kommt doppelt vor.`,
  clockOff: (by: string, slow: boolean) =>
    `Die Uhr des Geräts geht um ${by} ${slow ? "nach" : "vor"}, verglichen mit dem Zeitserver.`,
  clockBehind: (by: string) => `Die Uhr des Geräts wurde um ${by} zurückgestellt oder geht nach.`,
  noNameServer: "Bitte geben Sie einen Namensserver an.",
  manyServers: "Diese Adresse gehört nicht zu einem einzelnen Server.",
  silent: "Der Server hat innerhalb von 2 Sekunden nicht geantwortet.",
  nameAnswers,
  nameSilences,
  testRuns: "Es läuft gerade ein Netzwerktest. Bitte bestätigen oder beenden Sie ihn zuerst.",
  noTimeServer: "Bitte geben Sie einen Zeitserver an.",
  unknownName: "Der Name ist nicht bekannt oder der Namensserver (DNS) antwortet nicht.",
  notAnswered: (why: string) => `Der Server beantwortet die Anfrage nicht: ${why}.`,
  timeFaults,
  kisses,
  timeServerNeeded: "Bitte geben Sie einen Zeitserver an, zum Beispiel de.pool.ntp.org.",
  trial: "Netzwerktest",
  applying: "Einstellungen anwenden",
  awaiting: "Auf die Bestätigung warten",
  trialRuns: "Es läuft bereits ein Netzwerktest.",
  trialStarted: (seconds: number) =>
    `Netzwerktest gestartet: ohne Bestätigung gelten in ${seconds} s wieder die vorherigen Einstellungen.`,
  confirmThere: (addresses: readonly string[]) =>
    `Bitte bestätigen Sie unter der neuen Adresse${addresses.length > 0 ? `: ${addresses.join(", ")}` : ", sobald es eine gibt"}. So ist sicher, dass das Gerät dort erreichbar ist.`,
  trialOver: "Dieser Netzwerktest läuft nicht mehr.",
  kissCode: (code: string) => `Code ${code === "" ? "unbekannt" : code}`,
};
