/** What people read of the area proxy. */
export const texts = {
  damaged: (name: string, reason: string) =>
    `Das Zertifikat ${name} des Proxys ist beschädigt und wird nicht verwendet: ${reason}`,
  mostCertificates: (most: number) => `Erlaubt sind ${most} Zertifikate.`,
  added: (name: string, day: string, fingerprint: string) =>
    `Zertifikat für den Proxy: ${name}, gültig bis ${day}, SHA-256 ${fingerprint}.`,
  inUse: (users: readonly string[]) =>
    `Das Zertifikat wird noch verwendet: ${users.map((name) => `„${name}“`).join(", ")}.`,
  ending: (name: string, over: boolean, day: string) =>
    `Das Zertifikat „${name}“ des Proxys ${over ? `ist seit dem ${day} abgelaufen` : `läuft am ${day} ab`}.`,
  noCertificate: "Dieses Zertifikat gibt es nicht mehr.",
  failed: (reason: string) => `Proxy: ${reason}`,
  proxy: "Proxy",
  line: (number: number) => `Zeile ${number}: `,
  headerExpected: (where: string) => `${where}Erwartet wird „Name: Wert“.`,
  setByProxy: (where: string, name: string) => `${where}„${name}“ setzt der Proxy selbst.`,
  badHeaderValue: (where: string) => `${where}Der Wert enthält unerlaubte Zeichen oder ist zu lang.`,
  mostHeaders: (most: number) => `Erlaubt sind ${most} Header.`,
  byAppliance: "der Verwaltung selbst",
  byPod: (id: string) => `dem Pod „${id}“`,
  byContainer: (addOn: string) => `dem Container „${addOn}“`,
  byOther: "einem anderen Programm",
  byProgram: (program: string) => `dem Programm „${program}“`,
  certificateRefused: "Der Proxy nimmt das Zertifikat der Regel nicht an.",
  certificateTaken: "Der Proxy nimmt das Zertifikat der Regel an.",
  answers: (status: number) => `Das Ziel antwortet mit HTTP ${status}`,
  notReached: "Der Proxy erreicht das Ziel nicht",
  noAnswer: "Das Ziel nimmt Verbindungen an und lässt eine HTTP-Anfrage ohne Antwort",
  notHttp:
    "Das Ziel antwortet nicht mit HTTP; verlangt es TLS oder ein anderes Protokoll, hilft eine Regel mit tcp",
  rule: (name: string) => `Regel „${name}“ des Reverse Proxy`,
  ruleWay: (port: number, protocol: string, target: string, active: boolean) =>
    `Port ${port} (${protocol}) zu ${target}${active ? "" : ", ausgeschaltet"}`,
  addressExpected: "Erwartet wird Adresse:Port.",
  headersOnlyOfHttp: "Header gibt es nur bei http und https.",
  leadsTo: (dial: string, to: string) => `${dial} führt zu ${to}`,
  accepts: (dial: string) => `${dial} nimmt Verbindungen an`,
  noRule: "Diese Regel gibt es nicht.",
  mostRules: (most: number) => `Erlaubt sind ${most} Regeln.`,
  portTaken: (port: number, owner: string) => `Der Port ${port} wird bereits von ${owner} verwendet.`,
  noPod: (pod: string) => `Das laufende Projekt hat keinen Pod „${pod}“.`,
  noOpenPort: (pod: string) => `Der Pod „${pod}“ hat keinen offenen Port.`,
  circle: (names: string[]) =>
    `Die Regel führt im Kreis zum Proxy zurück: ${names.map((name) => `„${name}“`).join(" → ")}.`,
  portOfRule: (port: number, name: string) => `Den Port ${port} verwendet schon die Regel „${name}“.`,
  certificateGone: "Das Zertifikat der Regel ist nicht mehr vorhanden.",
  nameUnknown: (dial: string) => `Der Name in ${dial} lässt sich nicht auflösen (DNS).`,
};
