/** Tokens for programs, and what programs with a language model may do. */
import { formatDecimal } from "../../lib/intl.ts";

export const machineTokensTexts = {
  title: "Tokens",
  box: "Tokens für Programme",
  text: "Mit einem Token ruft ein Programm die API der Konsole auf, ohne Passwort und ohne Sitzung: als „Authorization: Bearer“, nie in einer Adresse. Es darf nie mehr als die Person, die es erstellt hat.",
  create: "Token erstellen",
  empty: "Noch kein Token",
  emptyText: "Erstellen Sie ein Token für jedes Programm, damit Sie es einzeln widerrufen können.",
  columns: {
    name: "Name",
    may: "Rolle",
    owner: "Erstellt von",
    expires: "Läuft ab",
    used: "Zuletzt benutzt",
    actions: "Aktionen",
  },
  channels: (patterns: string) => `nur Channels ${patterns}`,
  networks: (networks: string) => `nur von ${networks}`,
  never: "nie",
  states: { expired: "abgelaufen", stopped: "gesperrt" },
  stoppedText:
    "Die Person, die es erstellt hat, ist gesperrt, entfernt oder darf selbst nur noch bestimmte Channels sehen.",
  revoke: "Widerrufen",
  revokeQuestion: (name: string) =>
    `Soll das Token „${name}“ widerrufen werden? Programme, die es benutzen, werden sofort abgewiesen.`,
  revoked: "Das Token wurde widerrufen.",
  dialog: {
    name: "Name",
    nameText: "Wofür es ist, zum Beispiel „Leitstand“. Unter diesem Namen steht es im Änderungsprotokoll.",
    level: "Rolle",
    levelText: "Was das Programm darf: ansehen, bedienen, das Projekt ändern, oder alles.",
    channels: "Nur diese Channels",
    channelsText: "Ein Name oder Muster je Zeile, zum Beispiel mqtt.anlage.*. Leer: alle Channels.",
    networks: "Nur aus diesen Netzen",
    networksText: "Eine Adresse oder ein Netz je Zeile, zum Beispiel 192.168.10.0/24. Leer: von überall.",
    days: "Gültig",
    forever: "unbegrenzt",
    forDays: (days: number) =>
      days % 365 === 0
        ? `${formatDecimal(days / 365, 0)} ${days === 365 ? "Jahr" : "Jahre"}`
        : `${formatDecimal(days, 0)} Tage`,
  },
  mcp: {
    title: "KI-Programme (MCP)",
    text: "Programme mit einem Sprachmodell können über das Model Context Protocol Channels suchen und lesen, Verläufe und Meldungen abfragen und das Projekt prüfen. Sie brauchen dafür ein Token; was sie dürfen, bestimmt dessen Rolle. Was sie lesen, kann das Gerät verlassen: Das Programm gibt es an sein Sprachmodell weiter.",
    open: "eingeschaltet",
    closed: "ausgeschaltet",
    active: "Zugang einschalten",
    activeText: "Ausgeschaltet weist das Gerät alle Anfragen ab.",
    drafts: "Änderungen vorschlagen",
    draftsText:
      "Zeilen des Projekts als Entwurf ablegen. Er gilt erst, wenn eine Person ihn veröffentlicht. Das Token braucht die Rolle Integrator.",
    writes: "Channels schreiben",
    writesText:
      "Werte der Anlage sofort ändern, höchstens 20 je Minute. Nur für Tokens ab der Rolle Bediener, die auf bestimmte Channels beschränkt sind.",
    save: "Zugang für KI-Programme speichern",
    saved: "Die Einstellungen wurden gespeichert.",
    address: "Adresse:",
    copy: "Adresse kopieren",
  },
  made: {
    title: (name: string) => `Token „${name}“`,
    shown: "Dieses Token wird nur jetzt angezeigt",
    keep: "Tragen Sie es gleich im Programm ein. Auf dem Gerät ist es nicht lesbar gespeichert.",
    copy: "Token kopieren",
    close: "Fertig",
  },
} as const;
