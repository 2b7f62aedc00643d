/** Reason codes of brokers in German (MQTT 3.1.1 §3.2.2.3 and MQTT 5.0 §2.4). */
const CONNECT_311: Record<number, string> = {
  1: "der Broker unterstützt diese MQTT-Version nicht",
  2: "der Broker lehnt die Client-ID ab",
  3: "der Broker ist nicht betriebsbereit",
  4: "Benutzername oder Passwort ist falsch",
  5: "keine Berechtigung; Benutzername oder Passwort fehlt oder ist falsch",
};

const MQTT_5: Record<number, string> = {
  0x80: "nicht näher bezeichneter Fehler",
  0x81: "der Broker hielt ein Paket für fehlerhaft",
  0x82: "Protokollfehler",
  0x83: "vom Broker abgelehnt",
  0x84: "der Broker unterstützt diese MQTT-Version nicht",
  0x85: "der Broker lehnt die Client-ID ab",
  0x86: "Benutzername oder Passwort ist falsch",
  0x87: "keine Berechtigung; Benutzername oder Passwort fehlt oder ist falsch",
  0x88: "der Broker ist nicht betriebsbereit",
  0x89: "der Broker ist überlastet",
  0x8a: "der Broker hat diesen Teilnehmer gesperrt",
  0x8b: "der Broker wird beendet",
  0x8c: "das Anmeldeverfahren wird nicht unterstützt",
  0x8d: "der Broker hat zu lange nichts vom Pod gehört",
  0x8e: "ein anderer Teilnehmer hat sich mit derselben Client-ID angemeldet",
  0x8f: "der Broker lehnt den Topic-Filter ab",
  0x90: "der Broker lehnt das Topic ab",
  0x93: "zu viele unbestätigte Nachrichten",
  0x95: "die Nachricht ist dem Broker zu groß",
  0x96: "der Broker nimmt nicht so viele Nachrichten an",
  0x97: "ein Kontingent des Brokers ist erschöpft",
  0x98: "vom Administrator des Brokers getrennt",
  0x99: "der Broker hielt den Inhalt für ungültig",
  0x9a: "der Broker unterstützt „retain“ nicht",
  0x9b: "der Broker unterstützt diese Zustellgüte nicht",
  0x9c: "der Broker verweist auf einen anderen Server",
  0x9d: "der Broker ist umgezogen",
  0x9e: "der Broker unterstützt geteilte Abonnements nicht",
  0x9f: "der Broker lehnt so viele Verbindungen ab",
  0xa2: "der Broker unterstützt Platzhalter nicht",
};

/** MQTT 5: use another server, server moved. */
export const MOVED: ReadonlySet<number> = new Set([0x9c, 0x9d]);

/** Version, client id, password, permission, ban, method of signing in, rate of connections. */
const LASTING: Record<4 | 5, ReadonlySet<number>> = {
  4: new Set([1, 2, 4, 5]),
  5: new Set([0x84, 0x85, 0x86, 0x87, 0x8a, 0x8c, 0x9f, ...MOVED]),
};

/**
 * Whether a refused sign-in would be refused again until somebody changes something. To repeat it every few seconds would
 * lock the account at many brokers.
 */
export function refusesFor(level: 4 | 5, code: number): boolean {
  return LASTING[code < 0x80 ? 4 : level].has(code);
}

export function refusalText(level: 4 | 5, code: number): string {
  // A broker that knows only 3.1.1 answers a newer client with the old numbers.
  return (level === 4 || code < 0x80 ? CONNECT_311[code] : undefined) ?? reasonText(code);
}

export function reasonText(code: number): string {
  return MQTT_5[code] ?? `Grund 0x${code.toString(16).padStart(2, "0")}`;
}
