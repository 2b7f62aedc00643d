/** What people read of the area status. */
import { type ChildState } from "@hubwart/ipc";

const processes: Record<ChildState["name"], string> = {
  appliance: "Die Verwaltung",
  hub: "Der Hub",
  vendor: "Der Dienst des Herstellers",
};

export const texts = {
  ready: "Das Gerät ist bereit. Der nächste Schritt: Laden Sie Ihr Projekt hoch.",
  hubStarting: "Der Hub startet gerade.",
  hubUnlicensed: "Der Hub läuft nicht: Er hat keine gültige Lizenz.",
  hubStopped: "Der Hub läuft nicht.",
  hubFailed: (error: string) => `Der Hub läuft nicht: ${error}`,
  processes,
  scriptsProcess: "Der Prozess der Skripte",
  silent: (who: string) => `${who} antwortet nicht. Bleibt es dabei, wird neu gestartet.`,
  pod: (id: string) => `Der Pod ${id}`,
  crashed: (who: string, times: number) => `${who} ist in den letzten zehn Minuten ${times}-mal abgestürzt.`,
  brokerAway: (error: string) => `Externe Pods sind über den Broker nicht erreichbar: ${error}`,
  diskFilling: (percent: number) => `Der Speicherplatz geht zur Neige (${percent}\u00a0% belegt).`,
  morePods: (more: number) => `${more} weitere Pods arbeiten nicht wie vorgesehen.`,
  podDown: (id: string, why: string) => `Der Pod ${id} läuft nicht${why}.`,
  portClosed: (id: string, why: string) => `Der Pod ${id} kann seinen Port nicht öffnen${why}.`,
  load: (id: string, what: string) => `Last beim Pod ${id}: ${what}`,
  oneValue: "1 Wert gilt",
  manyValues: (count: number) => `${count} Werte gelten`,
  staleValues: (id: string, values: string, names: string) =>
    `Beim Pod ${id}: ${values} seit über einer Minute nicht mehr als aktuell: ${names}.`,
  away: (id: string, why: string) => `Der Pod ${id} hat seit über einer Minute keine Verbindung${why}.`,
  awayAt: (id: string, down: number, all: number, names: string) =>
    `Der Pod ${id} hat an ${down} von ${all} Schnittstellen seit über einer Minute keine Verbindung: ${names}.`,
  at: (iface: string) => ` an ${iface}`,
  flaps: (id: string, where: string, times: number, why: string) =>
    `Der Pod ${id} verliert${where} immer wieder die Verbindung, in den letzten zehn Minuten ${times}-mal${why}.`,
  atSome: (idle: number, all: number) => ` an ${idle} von ${all} Schnittstellen`,
  idle: (id: string, where: string, why: string) => `Beim Pod ${id}${where} seit über einer Minute${why}.`,
  listed: (first: string, rest: number) => `${first} und ${rest} weitere`,
  restartsSoon: "Er antwortet nicht. Bleibt es dabei, wird er neu gestartet.",
};
