/** German sentences of the event log, the health banner and the answers of this area. */
import type { ApplyReport, EndedTrial } from "@hubwart/host";

export const OUTCOMES: Record<EndedTrial["outcome"], string> = {
  confirmed: "Der Netzwerktest ist bestätigt; die getesteten Einstellungen bleiben.",
  cancelled: "Der Netzwerktest ist abgebrochen; die vorherigen Einstellungen gelten wieder.",
  expired: "Der Netzwerktest wurde nicht bestätigt; die vorherigen Einstellungen gelten wieder.",
  rebooted:
    "Das Gerät wurde während des Netzwerktests neu gestartet; die vorherigen Einstellungen gelten wieder.",
  failed: "Der Netzwerktest ist fehlgeschlagen; die vorherigen Einstellungen gelten wieder.",
};

type Failure = ApplyReport["failures"][number];
const CAUSES: Record<Failure["cause"], (device: string) => string> = {
  "no-address": (device) => `Der Adapter ${device} hat keine Adresse bekommen.`,
  "gateway-silent": (device) => `Das Gateway des Adapters ${device} hat nicht geantwortet.`,
  refused: (device) => `Das System hat die Einstellungen des Adapters ${device} nicht angenommen.`,
};

export const SETTINGS_LOST =
  "Die gespeicherten Geräteeinstellungen (Hostname, Zeitzone, Zeitserver, SSH und Netzwerk) waren nicht lesbar und wurden beiseitegelegt. Es bleibt, was bisher aktiv war; bitte prüfen Sie die Einstellungen und speichern Sie sie neu.";

export function putBackText(failures: readonly Failure[]): string {
  const causes = failures.map(({ device, cause }) => CAUSES[cause](device));
  return [
    "Die neuen Netzwerkeinstellungen wurden nach dem Neustart zurückgenommen, die vorherigen gelten wieder.",
    ...causes,
  ].join(" ");
}
