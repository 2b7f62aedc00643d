/** Texts of people who sign in, and of the page behind a link that invites. */
import type { Level } from "@hubwart/contract";
import { rightsTexts } from "./rights.ts";

const { role } = rightsTexts;

export const peopleTexts = {
  title: "Personen",
  about:
    "Wer sich an dieser Konsole anmelden darf, und wofür. Wer bei Meldungen benachrichtigt wird, steht dagegen unter „Meldungen“ bei der Bereitschaft: Das sind Empfänger, sie brauchen keinen Zugang.",
  box: "Personen mit Zugang",
  role,
  roleText: {
    see: "Sieht Werte, Verbindungen, Meldungen und Aufzeichnungen; ändert nichts.",
    operate: "Quittiert Meldungen, schreibt Channels und ändert Konstanten.",
    engineer: "Ändert auch das Projekt und was dazu gehört: Pods, Skripte, Ressourcen.",
    admin: "Ändert auch das Gerät: Netzwerk, Lizenz, Sicherungen, Zugänge.",
  } satisfies Readonly<Record<Level, string>>,
  columns: {
    name: "Person",
    role: "Rolle",
    state: "Zugang",
    factor: "Zweite Stufe",
    seen: "Zuletzt da",
    actions: "Aktionen",
  },
  state: {
    active: "aktiv",
    invited: "eingeladen",
    expired: "ohne gültigen Link",
    locked: "gesperrt",
  },
  linkUntil: (time: string) => `Link gilt bis ${time}`,
  onePassword: "meldet sich mit dem Passwort des Geräts an",
  directory: "meldet sich über den Verzeichnisdienst an",
  ofCentral: "wird von der Zentrale verwaltet",
  ofCentralAs: (role: string) => `wird von der Zentrale verwaltet; zurzeit höchstens ${role}`,
  ofCentralOff: "von der Zentrale angelegt; der Standort erlaubt das zurzeit nicht, kann sich nicht anmelden",
  own: "Sie",
  never: "noch nie",
  yes: "ja",
  no: "nein",
  all: "alle Channels",
  some: (patterns: string) => `nur ${patterns}`,
  invite: "Person einladen",
  edit: "Bearbeiten",
  link: "Neuer Link",
  lock: "Sperren",
  unlock: "Entsperren",
  remove: "Entfernen",
  editTitle: (name: string) => `${name} bearbeiten`,
  fields: {
    name: "Name zum Anmelden",
    label: "Anzeigename",
    labelHint: "So steht die Person im Änderungsprotokoll. Leer: der Name zum Anmelden.",
    role: "Rolle",
    kept: "Nur bestimmte Channels",
    channels: "Channels",
    channelsHint:
      "Muster mit * und ?, eines je Zeile, zum Beispiel knx.halle.*. Alles andere sieht und bedient die Person nicht.",
    locked: "Mit dem Passwort des Geräts kann sich niemand anmelden",
    lockedHint:
      "Möglich, sobald eine andere Person Administrator ist. „hubwart password reset“ am Gerät hebt die Sperre auf.",
  },
  nameMissing: "Bitte geben Sie einen Namen ein.",
  channelsMissing: "Bitte geben Sie mindestens ein Muster ein.",
  ends: "Eine andere Rolle oder andere Channels beenden die Sitzungen der Person.",
  invited: "Einladung angelegt",
  saved: "Person gespeichert",
  locked: "Zugang gesperrt",
  unlocked: "Sperre aufgehoben",
  removed: "Person entfernt",
  lockQuestion: (name: string) =>
    `Soll der Zugang von „${name}“ gesperrt werden? Laufende Sitzungen enden sofort.`,
  unlockQuestion: (name: string) => `Soll „${name}“ sich wieder anmelden dürfen?`,
  removeQuestion: (name: string) =>
    `Soll „${name}“ entfernt werden? Laufende Sitzungen enden sofort. Im Änderungsprotokoll bleibt der Name stehen.`,
  linkQuestion: (name: string) =>
    `„${name}“ legt über den Link ein neues Passwort fest. Bis dahin gilt der bisherige Zugang; ein früherer Link gilt nicht mehr.`,
  linkTitle: (name: string) => `Link für ${name}`,
  linkText:
    "Geben Sie diesen Link der Person. Er gilt einmal und läuft nach drei Tagen ab. Er wird nur jetzt angezeigt.",
  linkLabel: "Link",
  copy: "Kopieren",
  close: "Schließen",
  demand: {
    text: "Rollen, die einen Code aus einer App verlangen. Wer noch keinen hat, kann sich danach nicht mehr anmelden und braucht einen neuen Link. Für das Passwort des Geräts schalten Sie die zweite Stufe unter „Passwort“ ein.",
  },
  overtaken:
    "Die Personen wurden inzwischen an anderer Stelle geändert. Schließen Sie den Dialog und öffnen Sie ihn erneut.",
  empty: "Noch keine weitere Person",
  emptyText:
    "Zurzeit meldet sich jeder mit dem Passwort des Geräts an. Laden Sie Personen ein, damit im Änderungsprotokoll steht, wer etwas geändert hat.",
  noRight: {
    title: "Dafür reichen Ihre Rechte nicht",
    hint: "Diese Seite gehört nicht zu Ihrem Zugang",
    text: (name: string, mine: string, needed: string) =>
      `Sie sind als „${name}“ angemeldet (${mine}). Diese Seite ist für die Rolle ${needed} gedacht. Ein Administrator kann Ihre Rolle unter „Personen“ ändern.`,
    bounded: (name: string) =>
      `Sie sind als „${name}“ angemeldet. Ihr Zugang ist auf einen Teil der Channels beschränkt, diese Seite zeigt aber das ganze Projekt.`,
    fromCentral: "Diese Seite gibt es nur am Gerät selbst, nicht über die Zentrale.",
    home: "Zur Übersicht",
  },
  invitation: {
    title: "Einladung",
    welcome: (name: string, as: string) => `Willkommen, ${name}. Sie sind als ${as} eingeladen.`,
    name: (name: string) => `Ihr Name zum Anmelden: ${name}`,
    text: "Legen Sie ein Passwort fest. Danach sind Sie angemeldet, und der Link gilt nicht mehr.",
    scan: "Ihre Rolle verlangt einen zweiten Schritt: Lesen Sie das Bild mit einer App für Einmalcodes und geben Sie den Code ein, den sie zeigt.",
    submit: "Passwort festlegen",
    over: "Dieser Link gilt nicht mehr. Bitten Sie einen Administrator um einen neuen.",
    toLogin: "Zur Anmeldung",
    loading: "Die Einladung wird geprüft …",
    failed: (code: number) => `Das Passwort ließ sich nicht festlegen (Code: ${code}).`,
    recovery:
      "Bewahren Sie diese Codes auf. Jeder gilt einmal anstelle eines Codes aus der App. Sie werden nur jetzt angezeigt.",
    go: "Weiter",
  },
} as const;
