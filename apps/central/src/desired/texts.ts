/** What people read where a site is not known to be as it should. */
import type { Level } from "@hubwart/contract";

const role: Readonly<Record<Level, string>> = {
  see: "Betrachter",
  operate: "Bediener",
  engineer: "Integrator",
  admin: "Administrator",
};
const person = (name: string) => `Person „${name}“`;

export const texts = {
  notAsked: "Dieser Standort wurde noch nicht gefragt.",
  changedElsewhere:
    "Die Vorgaben wurden inzwischen an anderer Stelle geändert. Bitte laden Sie die Seite neu und ändern Sie sie dann.",
  notOfGroup: "Dieser Standort gehört nicht zur Gruppe.",
  notWished: "Diese Person gehört nicht zu den Vorgaben der Gruppe.",
  personTwice: (name: string) => `„${name}“ steht zweimal in der Liste.`,
  unboundedRole: "Nur Betrachter und Bediener lassen sich auf Channels beschränken.",
  authority: {
    keyInFile:
      "Die Datei enthält einen privaten Schlüssel. Er gehört nicht hierher; bitte nur das Zertifikat angeben.",
    none: "Das ist kein Zertifikat (PEM).",
    several: "Bitte jede Zertifizierungsstelle einzeln angeben.",
    notRoot: (name: string) => `„${name}“ ist kein Wurzelzertifikat einer Zertifizierungsstelle.`,
    expired: (name: string) => `„${name}“ ist abgelaufen.`,
    twice: (name: string) => `„${name}“ steht zweimal in der Liste.`,
    missing: (name: string, fingerprint: string) =>
      `Zertifizierungsstelle „${name}“ fehlt (${fingerprint} …).`,
    refused: (name: string, why: string) => `Zertifizierungsstelle „${name}“: ${why}`,
  },
  person: {
    missing: (name: string) => `${person(name)} fehlt.`,
    ofSite: (name: string) => `${person(name)} hat der Standort selbst angelegt; sie bleibt, wie sie ist.`,
    locked: (name: string) => `${person(name)} ist am Standort gesperrt.`,
    otherRole: (name: string, is: Level, wanted: Level) =>
      `${person(name)}: Rolle ${role[is]} statt ${role[wanted]}.`,
    otherLabel: (name: string) => `${person(name)}: anderer Anzeigename.`,
    otherChannels: (name: string) => `${person(name)}: andere Channels.`,
    stillThere: (name: string) => `${person(name)} ist noch da.`,
    stillOfSite: (name: string) =>
      `${person(name)} hat der Standort selbst angelegt; sie ist nicht gesperrt.`,
    refused: (name: string, why: string) => `${person(name)}: ${why}`,
  },
};
