/** What people read of KNX pods. */
export const texts = {
  noInterface: "Diese Schnittstelle gibt es nicht.",
  noGroupAddress: "Das ist keine Gruppenadresse.",
  noDatapointType: "Das ist kein Datenpunkttyp.",
  findDevices: "KNX-Geräte suchen",
  impossibleWithoutKeyring: "Ohne Keyring nicht möglich.",
  strangeDescription: (target: string) => `${target} beschreibt sich unverständlich`,
  silentOverUdp: (target: string) =>
    `${target} antwortet nicht über UDP; prüfen Sie Adresse, Port und Firewall, hinter NAT auch den Schalter „NAT“`,
  freeTunnels: (free: number, total: number) => `, ${free} von ${total} Tunneln frei`,
  isDevice: (target: string, name: string, address: string, free: string) =>
    `${target} ist „${name}“ (${address})${free}.`,
  keyringMissing: "Es fehlt ein Keyring; laden Sie ihn unter „KNX Secure“ hoch.",
  keyringOpens: (project: string, tunnels: number) =>
    `Der Keyring des Projekts „${project}“ lässt sich öffnen; er enthält ${tunnels} Tunnel.`,
  connected: (stands: string) => `Der Pod ist verbunden: ${stands}.`,
  nobodyFound: "Auf die Suche antwortet niemand; ein KNX-Router muss im selben Netz sein.",
  device: (name: string, address: string, host: string) => `„${name}“ (${address}, ${host})`,
  andMore: (count: number) => ` und ${count} weitere`,
  answering: (names: string, more: string) => `Es antworten: ${names}${more}.`,
  keyringMissingForSecure: "Für KNX Secure fehlt der Keyring; laden Sie ihn unter „KNX Secure“ hoch",
  noBackboneKey: "Der Keyring enthält keinen Schlüssel für gesichertes Routing (Backbone)",
  routing: (address: string) => `Routing über ${address}`,
  securedRouting: (address: string) => `gesichertes Routing über ${address}`,
  linkSilent: "Die Schnittstelle bestätigt nicht, dass sie sendet",
  reconnecting: "Die Verbindung wird neu aufgebaut",
  sequencesWithheld: (reason: string) => `Der Hub gibt den Stand der Sequenznummern nicht heraus: ${reason}`,
  noSecureTunnel: "Der Keyring enthält keinen sicheren Tunnel",
  noSecureTunnelWith: (address: string) =>
    `Der Keyring enthält keinen sicheren Tunnel mit der Adresse ${address}`,
  sequencesNotStored: (reason: string) =>
    `Die Sequenznummern für KNX Secure lassen sich nicht speichern: ${reason}. Nach einem Neustart hilft nur eine richtige Uhrzeit.`,
  noSequence: (reason: string) =>
    `ohne gespeicherte Sequenznummer kann es nicht gesichert werden (${reason}); es wird wieder versucht`,
  noReply: "keine Antwort auf die Leseanfrage",
  refusedTelegram: (group: string, source: string, reason: string) => `${group} von ${source}: ${reason}`,
  notSent: (group: string, reason: string) => `${group}: nicht gesendet: ${reason}`,
  linkEnds: "die Verbindung brach mehrmals beim Senden dorthin ab; das wartet, bis alles andere gesendet ist",
  notConfirmedOnBus: "kein Gerät am Bus hat das Telegramm bestätigt",
  notConfirmedByInterface: "die Schnittstelle hat das Senden nicht bestätigt",
  connects: (text: string) => `Die Verbindung gelingt: ${text}.`,
};
