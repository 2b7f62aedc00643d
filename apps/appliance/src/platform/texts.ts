/** What people read of what every area uses. */
import { common } from "../texts.ts";

/** What people call a setting, by the name it is stored under. */
const settings: Readonly<Record<string, string>> = {
  "alarms.heartbeat": "Lebenszeichen",
  "backup.config": "Datensicherung",
  "containers.active": "eingeschaltete Container",
  "energy.mail": "Energiebericht per E-Mail",
  "influxdb.access": "Zugang zur InfluxDB",
  "lake.export": "Weitergabe der Aufzeichnung",
  "machine.tokens": "Tokens für Programme",
  "metrics.token": common.prometheusToken,
  "mosquitto.users": "Benutzer von Mosquitto",
  "mcp.config": "Zugang für Programme mit Sprachmodell (MCP)",
  "ngrok.settings": "ngrok",
  "page.links": "Links für Wandpanels",
  "oidc.config": "Anmeldung über einen Verzeichnisdienst",
  people: "Personen und ihre Rollen",
  "proxy.proof": "Kennung des eigenen Reverse Proxy",
  "proxy.rules": "Regeln des Reverse Proxy",
  "state.http": "Statusweiterleitung über HTTP",
  "state.influxdb": "Statusweiterleitung an InfluxDB",
  "state.mqtt": "Statusweiterleitung über MQTT",
  "state.settings": "Statusweiterleitung",
  "tailscale.settings": "Tailscale",
  "trace.stars": "Sterne von Channels",
  "update.config": "Updates",
  users: "Benutzer des Webservers",
};

/** What backups take along with a password only, by the setting that holds it; the name of the setting where it is nothing else. */
const secrets: Readonly<Record<string, string>> = {
  "backup.config": "Passwörter und Token der Datensicherung",
  "influxdb.access": "Zugang zur InfluxDB",
  "lake.export": "Token der Weitergabe an eine Datenbank",
  "machine.tokens": "Tokens für Programme",
  "metrics.token": common.prometheusToken,
  "mosquitto.users": "Passwörter der Benutzer von Mosquitto",
  "ngrok.settings": "Token von ngrok",
  "page.links": "Links für Wandpanels",
  "oidc.config": "Kennwort gegenüber dem Verzeichnisdienst",
  people: "Passwörter und Links der Personen",
  "state.influxdb": "Token der Statusweiterleitung an InfluxDB",
  "tailscale.settings": "Schlüssel von Tailscale",
  users: "Passwörter und Token der Benutzer",
};

export const texts = {
  settings,
  secrets,
  lost: { damaged: "war beschädigt", missing: "fehlte", emptied: "war leer" },
  storeLost: (file: string, how: string, kept: string) =>
    `Die Datenbank ${file} ${how} und wurde neu angelegt${kept === "" ? "" : `; die alte Datei liegt unter ${kept}`}.`,
  settingsPart: "Einstellungen, Passwort und Änderungsprotokoll",
  devicePart: "Geräteeinstellungen (Name, Zeitzone, Netzwerk)",
  deviceOnlyIf:
    "Nur wählen, wenn dieses Gerät das gesicherte ersetzt: Zwei Geräte mit derselben Adresse stören einander. Gilt nach einem Neustart des Geräts.",
  deviceStays:
    "Name, Zeitzone und Netzwerk hält auf diesem Gerät der Gerätedienst. Stellen Sie sie unter „Geräteeinstellungen“ ein.",
  keysPart: "Zertifikate und private Schlüssel des Geräts",
  keysOnlyIf:
    "Nur wählen, wenn dieses Gerät das gesicherte ersetzt: Private Schlüssel sollen nicht auf zwei Geräten liegen.",
  signingPart: "Schlüssel, mit dem dieses Gerät seine Sicherungen unterschreibt",
  signingOnlyIf: "Nur wählen, wenn dieses Gerät das gesicherte ersetzt: Es gilt danach als dasselbe Gerät.",
  signingKeyLost: (file: string, reason: string) =>
    `${file} war nicht lesbar und wird beiseitegelegt; Sicherungen tragen eine neue Unterschrift: ${reason}`,
  diskDead:
    "Der Datenträger des Geräts nimmt nichts mehr an; er ist schreibgeschützt oder defekt. Die Anlage läuft weiter, aber nichts wird gespeichert. Bitte starten Sie das Gerät neu oder tauschen Sie den Datenträger.",
  noMoreFiles:
    "Speicher voll: Auf dem Gerät lässt sich keine Datei mehr anlegen, obwohl Platz frei ist. Bitte löschen Sie Dateien, die nicht mehr gebraucht werden.",
  diskFull:
    "Speicher voll: Das Gerät kann keine Daten mehr speichern, das Ereignis-Protokoll wurde gekürzt. Bitte löschen Sie Dateien, die nicht mehr gebraucht werden.",
  reserveReleased: "Der Speicher ist voll; die Reserve ist freigegeben.",
  roomAgain: "Es ist wieder Platz im Speicher.",
  noJob: "Diesen Auftrag gibt es nicht.",
  jobInterrupted: "Ein Neustart hat den Auftrag unterbrochen.",
  jobCancelled: "Der Auftrag wurde abgebrochen.",
  notAllUndone: (message: string) =>
    `${message} Nicht alles ließ sich zurücknehmen; bitte prüfen Sie das Ereignis-Protokoll.`,
  undoing: (job: string, step: string, reason: string) => `${job}: „${step}“ zurücknehmen: ${reason}`,
  tookTooLong: (step: string) => `„${step}“ dauerte zu lange.`,
  notNoted: (job: string, reason: string) => `${job}: nicht vermerkt: ${reason}`,
  unknownJob: (id: number, title: string) => `Auftrag ${id} ist dieser Version nicht bekannt: ${title}`,
  jobOver: "Dieser Auftrag ist schon beendet.",
  notCancellable: "Dieser Auftrag lässt sich jetzt nicht abbrechen.",
  ending: "Die Verwaltung wird gerade beendet.",
  changeRuns: (title: string) => `Es läuft bereits eine Änderung: ${title}`,
  finished: (job: string, ms: number) =>
    ms < 1_000 ? `${job}: fertig` : `${job}: fertig nach ${Math.round(ms / 1_000)} s`,
  endNotNoted: (job: string, reason: string) => `${job}: Ende nicht vermerkt: ${reason}`,
  notContinued: "Ein Neustart hat den Auftrag unterbrochen; diese Version kann ihn nicht fortsetzen.",
  firstPasswordSet: "Das erste Passwort wurde gesetzt.",
  wrongCodeAtStart:
    "Der Code stimmt nicht. Bitte prüfen Sie, ob die Uhren des Geräts und des Telefons richtig gehen.",
  factorSwitchedOn:
    "Die zweite Stufe der Anmeldung wurde eingeschaltet; alle anderen Sitzungen sind beendet.",
  factorSwitchedOff:
    "Die zweite Stufe der Anmeldung wurde ausgeschaltet; alle anderen Sitzungen sind beendet.",
  wrongPasskey:
    "Der Passkey wurde nicht angenommen. Bitte versuchen Sie es noch einmal, oder verwenden Sie einen Code.",
  passkeyRefused: (reason: string) => `Ein Passkey wurde nicht angenommen: ${reason}`,
  passkeyNotMade: "Der Passkey wurde nicht angenommen. Bitte legen Sie ihn noch einmal an.",
  passkeyKnown: "Dieser Passkey ist schon gespeichert.",
  passkeyNeedsFactor: "Schalten Sie zuerst die zweite Stufe der Anmeldung ein; ein Passkey kommt dann dazu.",
  passkeyNeedsName:
    "Passkeys gelten nur, wo die Konsole über https und einen Namen aufgerufen wird, dessen Zertifikat der Browser traut.",
  mostPasskeys: (most: number) => `Es sind schon ${most} Passkeys gespeichert; mehr sind nicht möglich.`,
  noPasskey: "Diesen Passkey gibt es nicht mehr.",
  noSession: "Diese Sitzung gibt es nicht mehr.",
  noPassword: "Es ist noch kein Passwort eingerichtet.",
  passwordLost:
    "Das Passwort ging bei einem Schaden der Datenbank verloren. Bitte setzen Sie es am Gerät mit „hubwart password reset“ neu.",
  signInFailed: (address: string) => `Anmeldung von ${address} fehlgeschlagen.`,
  wrongPassword: "Das Passwort ist falsch.",
  passwordChanged: "Das Passwort wurde geändert; alle anderen Sitzungen sind beendet.",
  passwordCopyDelayed: "Die Kopie des Passworts fand keinen Platz; sie folgt beim nächsten Start.",
  wrongCurrentPassword: "Das aktuelle Passwort ist falsch.",
  locked: (seconds: number) =>
    `Zu viele falsche Passwörter. In ${seconds} Sekunden ist ein erneuter Versuch möglich.`,
  lockedFile: (seconds: number) =>
    `Zu viele falsche Passwörter. Bitte versuchen Sie es in ${seconds} Sekunden erneut.`,
  tooManyViews: "Es sind zu viele Ansichten gleichzeitig geöffnet.",
  allowed: (topics: string) => `Erlaubt ist: ${topics}.`,
  filtersExpected: (most: number) => `Für „trace“ werden 1 bis ${most} Namensmuster erwartet.`,
  filterTooLong: (most: number) => `Ein Namensmuster hat höchstens ${most} Zeichen.`,
  downloadExpected: "Erlaubt ist die Adresse eines Downloads.",
  resumed: (title: string, how: string) => `${title}: nach Neustart wieder aufgenommen (${how})`,
};
