/** What people read of the machine and its settings. */
export const texts = {
  notSupported: (what: string) =>
    `Auf diesem Rechner nicht unterstützt: Er ist kein Hubwart-Gerät. ${what} gespeichert, am Rechner selbst wird nichts geändert.`,
  noTrialHere: "Auf diesem Rechner kann das Netzwerk nicht getestet werden.",
  noTrial: "Es läuft kein Netzwerktest.",
  unreachable:
    "Die Geräteeinstellungen sind zurzeit nicht erreichbar. Starten Sie das Gerät neu, wenn das so bleibt.",
  noAdapter: (device: string) => `Diesen Adapter gibt es nicht: ${device}.`,
  noNetworkd: "Auf diesem Gerät nicht unterstützt: Der Dienst systemd-networkd fehlt.",
  noResolved: "Auf diesem Gerät nicht unterstützt: Der Dienst systemd-resolved fehlt.",
  networkManager: "Auf diesem Gerät nicht unterstützt: Der NetworkManager verwaltet das Netzwerk.",
  interfaces: (adapter: string) =>
    `Auf diesem Gerät nicht unterstützt: Der Adapter ${adapter} wird in /etc/network/interfaces verwaltet.`,
  clockOfOther: (program: string) =>
    `Auf diesem Gerät nicht unterstützt: Die Uhr wird von ${program} gestellt.`,
  noTimesyncd: "Auf diesem Gerät nicht unterstützt: Der Dienst systemd-timesyncd fehlt.",
  notExecutable: (program: string) => `Das Programm ${program} lässt sich nicht ausführen.`,
  noSsh: "Auf diesem Gerät nicht unterstützt: Der SSH-Dienst (openssh-server) ist nicht installiert.",
  trialRuns: "Es läuft bereits ein Netzwerktest.",
  stillJudged: "Die Netzwerkeinstellungen werden nach dem Neustart gerade noch geprüft.",
  trialOver: "Der Netzwerktest ist schon beendet.",
  noJson: "Die Anfrage ist kein JSON.",
  noZones: "Auf diesem Gerät nicht unterstützt: Die Daten der Zeitzonen (tzdata) fehlen.",
  ntpKept: "Die Zeitserver werden",
  sshKept: "Die SSH-Einstellungen werden",
  networkKept: "Die Netzwerkeinstellungen werden",
};
