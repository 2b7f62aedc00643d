/** What people read of why a channel has the value it has; without times, which those who show it add. */
import type { WhyCauseKind } from "@hubwart/ipc";

/** What a cause is about, where a mend names it. */
export interface About {
  pod?: string;
  /** Type of the pod. */
  type?: string;
  /** The other side of the connection, or where it listens. */
  peer?: string;
  /** Where the channel lies there. */
  place?: string;
  chan?: string;
  script?: string;
}

const at = (peer: string | undefined) => peer ?? "die Gegenstelle";
/** After von, bei, zu, hinter. */
const atDative = (peer: string | undefined) => peer ?? "der Gegenstelle";
const ofChannel = ({ place, chan = "" }: About) =>
  place === undefined ? `des Channels „${chan}“` : `„${place}“ des Channels „${chan}“`;

/** German: what to do about a cause of each kind. */
const mends: Readonly<Record<WhyCauseKind, (about: About) => string>> = {
  no_license: () => "Tragen Sie unter „Lizenz“ einen gültigen Lizenzschlüssel ein.",
  no_project: () => "Laden Sie unter „Projekt“ ein Projekt hoch.",
  no_channel: () => "Prüfen Sie den Namen; er steht so im Projekt, das Sie hochgeladen haben.",
  pod_away: ({ pod }) =>
    `Starten Sie den Pod auf seinem Rechner und prüfen Sie dort Token und Verbindung; oder stellen Sie „${pod}“ auf intern um.`,
  pod_settings: ({ pod }) => `Berichtigen Sie die Einstellungen des Pods „${pod}“ und starten Sie ihn neu.`,
  pod_crashed: ({ pod }) =>
    `Der Hub startet den Pod von selbst wieder. Bleibt es dabei, nennt das Protokoll von „${pod}“ den Grund.`,
  pod_silent: () =>
    "Der Hub startet den Pod nach 30 s von selbst neu. Wiederholt es sich, braucht das Gerät mehr Leistung.",
  pod_cut: ({ pod }) =>
    `Starten Sie den Pod „${pod}“ neu; läuft er auf einem anderen Rechner, aktualisieren Sie ihn dort.`,
  pod_starting: () => "Warten Sie einen Moment; der Pod startet gerade.",
  refused: ({ peer }) =>
    `Prüfen Sie, ob bei ${atDative(peer)} der Dienst läuft und Adresse und Port stimmen; eine Firewall kann ebenso ablehnen.`,
  name: ({ peer }) =>
    `Prüfen Sie die Schreibweise von ${atDative(peer)} und den Namensserver unter „Netzwerk“; oder tragen Sie die IP-Adresse ein.`,
  unreachable: ({ peer }) =>
    `Prüfen Sie Kabel, Netz und Gateway: Von diesem Gerät führt kein Weg zu ${atDative(peer)}.`,
  timeout: ({ peer }) =>
    `Prüfen Sie, ob ${at(peer)} eingeschaltet und im Netzwerk ist und keine Firewall dazwischen steht.`,
  broken_off: ({ peer }) =>
    `Prüfen Sie, warum ${at(peer)} die Verbindung beendet: Erwartet der Dienst TLS oder gerade keines, oder sind dort zu viele Verbindungen offen?`,
  tls: ({ peer }) =>
    `Prüfen Sie das Zertifikat von ${atDative(peer)}; eine eigene Zertifizierungsstelle laden Sie unter „Zertifikate“ hoch.`,
  sign_in: ({ peer, pod }) =>
    `Prüfen Sie Benutzer und Passwort (oder Token) des Pods „${pod}“ und ob ${at(peer)} sie kennt.`,
  protocol: ({ peer }) => `Prüfen Sie Adresse und Port: ${at(peer)} spricht ein anderes Protokoll.`,
  used_up: () => "Starten Sie den Pod neu; bleibt es dabei, braucht das Projekt weniger Verbindungen.",
  port: ({ pod }) => `Wählen Sie für den Pod „${pod}“ einen freien Port, oder beenden Sie, was ihn belegt.`,
  device: ({ peer }) =>
    `Prüfen Sie, ob der Adapter steckt und „${peer ?? ""}“ der richtige serielle Port ist und von nichts anderem benutzt wird.`,
  keyring: () => "Laden Sie unter „KNX Secure“ den Keyring des richtigen Projekts mit seinem Passwort hoch.",
  connection: ({ peer }) => `Prüfen Sie Adresse und Port und ob ${at(peer)} läuft.`,
  silent: ({ peer, type = "" }) =>
    type.startsWith("modb_")
      ? `Prüfen Sie Unit-ID, Verkabelung und Strom des Geräts hinter ${atDative(peer)}; auf einer seriellen Leitung auch Baudrate und Parität.`
      : `Prüfen Sie, ob ${at(peer)} läuft und antworten kann.`,
  address: (about) =>
    about.type === "s7_client"
      ? `Prüfen Sie die Adresse ${ofChannel(about)}, dazu Rack und Slot und ob der Baustein „optimierten Bausteinzugriff“ hat.`
      : about.type?.startsWith("modb_")
        ? `Prüfen Sie die Adresse ${ofChannel(about)} anhand der Registerliste des Geräts, auch den Bereich.`
        : `Prüfen Sie die Adresse ${ofChannel(about)}; die Gegenstelle kennt sie nicht.`,
  exception: (about) =>
    `Sehen Sie im Handbuch des Geräts nach, was diese Antwort auf ${ofChannel(about)} bedeutet.`,
  permission: (about) =>
    about.type === "mqtt"
      ? `Erlauben Sie dem Benutzer des Pods „${about.pod}“ am Broker das Topic ${ofChannel(about)}.`
      : `Geben Sie bei ${atDative(about.peer)} den Zugriff auf ${ofChannel(about)} frei.`,
  not_on_bus: (about) =>
    `Prüfen Sie in der ETS, ob ein Gerät die Gruppenadresse ${ofChannel(about)} kennt, das Lese-Flag hat und am Bus hängt.`,
  content: (about) =>
    `Prüfen Sie, wo in der Antwort oder Nachricht der Wert ${ofChannel(about)} steht; die Gegenstelle liefert dort keinen brauchbaren.`,
  range: (about) =>
    `Schreiben Sie einen Wert im erlaubten Bereich, oder rechnen Sie ihn in der Verknüpfung um; es geht um ${ofChannel(about)}.`,
  too_large: (about) => `Kürzen Sie den Wert ${ofChannel(about)}.`,
  other_type: (about) => `Wählen Sie den Datentyp, den die Gegenstelle für ${ofChannel(about)} hat.`,
  busy: ({ peer }) => `Fragen Sie ${at(peer)} seltener, oder trennen Sie dort andere Verbindungen.`,
  other: ({ pod }) => `Das Protokoll des Pods „${pod}“ nennt Einzelheiten.`,
  source_bad: ({ peer }) => `Prüfen Sie das Gerät: ${at(peer)} meldet selbst, dass dieser Wert nicht gilt.`,
  source_uncertain: () => "Der nächste Wert macht es wieder sicher; bleibt er aus, prüfen Sie das Gerät.",
  stale: ({ chan = "" }) =>
    `Prüfen Sie, warum die Gegenstelle nichts mehr sendet; oder geben Sie „${chan}“ mit „max_age“ mehr Zeit.`,
  kept: () => "Der Wert stammt von vor dem Start und gilt wieder als sicher, sobald der nächste kommt.",
  until_next: () =>
    "Der nächste Wert macht es wieder sicher; bleibt er aus, sendet die Gegenstelle nur bei Änderung.",
  nothing_came: (about) =>
    `Prüfen Sie, ob die Gegenstelle ${ofChannel(about)} überhaupt sendet und ob die Schreibweise dort dieselbe ist.`,
  nobody_writes: ({ chan = "" }) =>
    `Legen Sie eine Verknüpfung oder ein Skript an, das „${chan}“ schreibt, oder schreiben Sie einen Wert von Hand.`,
  type: ({ chan = "" }) =>
    `Passen Sie den Typ von „${chan}“ an, oder rechnen Sie den Wert in der Verknüpfung um.`,
  map: () => "Ergänzen Sie die Zuordnung der Verknüpfung um diesen Wert oder um „*“ für alle übrigen.",
  conversion: () =>
    "Nehmen Sie die Umrechnung aus der Verknüpfung, oder liefern Sie einen Wert, der dazu passt.",
  held: () => "Das ist so projektiert: Die Verknüpfung wartet zwischen zwei Werten („min_interval“).",
  circle: () => "Die Verknüpfungen führen im Kreis; irgendwo muss ein Wert von außen hineinkommen.",
  long_chain: () => "Verkürzen Sie die Kette: Nach 100 Verknüpfungen wird sie abgebrochen.",
  unconfirmed: ({ peer }) => `Prüfen Sie, warum ${at(peer)} den Wert nicht bestätigt.`,
  overtaken: () => "Wer den Wert halten will, nimmt die Verknüpfung heraus oder schreibt deren Quelle.",
  script_broken: ({ script }) => `Berichtigen Sie das Skript „${script}“; unter „Skripte“ steht die Zeile.`,
  script_failed: ({ script }) => `Berichtigen Sie das Skript „${script}“; ein Probelauf zeigt, wo es endet.`,
  script_loop: ({ script }) =>
    `Ändern Sie das Skript „${script}“ so, dass es nicht auf seinen eigenen Wert hört.`,
  script_starting: () => "Warten Sie einen Moment; das Skript startet gerade.",
  script_silent: ({ script }) =>
    `Prüfen Sie im Skript „${script}“, wann es schreibt; bisher ist keiner seiner Auslöser eingetreten.`,
  scripts_off: () =>
    "Der Hub startet die Skripte von selbst wieder; bleibt es dabei, nennt das Ereignis-Protokoll den Grund.",
};

const qualities = ["gut", "unsicher", "ungültig"] as const;

export const texts = {
  mends,
  // Steps.
  channel: (name: string, quality: number, known: boolean) =>
    known ? `„${name}“ ist ${qualities[quality] ?? "ungültig"}` : `„${name}“ hatte noch nie einen Wert`,
  link: (source: string) => `Verknüpfung von „${source}“`,
  fromPeer: (pod: string, peer: string | undefined, place: string | undefined) =>
    `kommt über den Pod „${pod}“${peer === undefined ? "" : ` von ${peer}`}${place === undefined ? "" : ` (${place})`}`,
  constant: "Konstante des Projekts",
  editedConstant: "Konstante, von einem Administrator geändert",
  schedule: (why: string) => `Zeitprogramm: ${why}`,
  writtenBy: { person: "In der Konsole geschrieben von", user: "Von außen geschrieben durch" } as const,
  written: (how: string, name: string) => `${how} ${name}`,
  writtenBefore: "Geschrieben, durch wen ist nicht mehr bekannt",
  byScript: (name: string) => `Skript „${name}“`,
  bySomeScript: "Ein Skript hat ihn geschrieben",
  podFine: (pod: string) => `Der Pod „${pod}“ läuft`,
  ifaceFine: (peer: string) => `Die Verbindung zu ${peer} steht`,
  ofPod: (pod: string, text: string) => `${pod}: ${text}`,
  // Causes.
  starting: "Der Pod startet gerade",
  notConnected: (peer: string | undefined) =>
    peer === undefined ? "Die Verbindung steht noch nicht" : `Die Verbindung zu ${peer} steht noch nicht`,
  nothingCame: (peer: string | undefined) => `Von ${atDative(peer)} kam noch nie ein Wert`,
  nobodyWrites: (chan: string) => `Nichts im Projekt schreibt „${chan}“`,
  sourceBad: (peer: string | undefined) => `Ein ungültiger Wert kam von ${atDative(peer)}`,
  sourceUncertain: (peer: string | undefined) => `Ein unsicherer Wert kam von ${atDative(peer)}`,
  stale: (seconds: number) => `Länger als erlaubt (${seconds} s) kam kein neuer Wert`,
  kept: "Gehaltener Wert von vor dem Start",
  untilNext: "Nach einer Unterbrechung kam noch kein neuer Wert",
  misfit: (given: string, type: string) => `Der Wert „${given}“ passt nicht zum Typ „${type}“`,
  noPair: (given: string) => `Die Zuordnung der Verknüpfung kennt den Wert „${given}“ nicht`,
  notConverted: (given: string) => `Die Verknüpfung kann „${given}“ nicht umrechnen`,
  chainCut: "Die Kette von Verknüpfungen ist zu lang und wurde hier beendet",
  held: "Die Verknüpfung hält einen neueren Wert zurück, bis ihr Mindestabstand um ist",
  circle: "Die Verknüpfungen führen im Kreis, und nirgends kommt ein Wert hinein",
  unconfirmed: (peer: string | undefined) => `Noch ohne Bestätigung von ${atDative(peer)}`,
  overtaken: (source: string) => `Die Verknüpfung von „${source}“ hat den geschriebenen Wert ersetzt`,
  scriptBroken: (name: string) => `Das Skript „${name}“ ist nicht lauffähig`,
  scriptFailed: (name: string) => `Das Skript „${name}“ ist mit einem Fehler geendet`,
  scriptSaid: (name: string, error: string) => `Skript „${name}“: ${error}`,
  scriptLoop: (name: string, chan: string) => `Das Skript „${name}“ ruft sich über „${chan}“ selbst auf`,
  scriptStarting: (name: string) => `Das Skript „${name}“ startet gerade`,
  scriptSilent: (name: string) => `Das Skript „${name}“ läuft, hat den Wert aber noch nicht geschrieben`,
  scriptsOff: "Die Skripte laufen zurzeit nicht",
  noLicense: "Ohne gültige Lizenz läuft kein Projekt",
  noProject: "Zurzeit läuft kein Projekt",
  noChannel: (chan: string) => `Das laufende Projekt hat keinen Channel „${chan}“`,
  // In one sentence.
  fine: (from: string) => `Gültig: ${from}`,
};
