/** What backups take along of the platform: the database, and what makes this device itself. */
import { copyFile } from "node:fs/promises";
import type { DataLayout } from "@hubwart/core";
import { cleanCopy, type Store } from "@hubwart/core/store";
import type { BackupPart } from "../backup-part.ts";

const MIB = 1024 * 1024;
/** German: what goes along with a password only, by the setting that holds it. */
const SECRETS: Readonly<Record<string, string>> = {
  "backup.config": "Passwörter und Token der Datensicherung",
  "influxdb.access": "Zugang zur InfluxDB",
  "metrics.token": "Token für Prometheus",
  "mosquitto.users": "Passwörter der Benutzer von Mosquitto",
  "ngrok.settings": "Token von ngrok",
  "state.influxdb": "Token der Statusweiterleitung an InfluxDB",
  "tailscale.settings": "Schlüssel von Tailscale",
  users: "Passwörter und Token der Benutzer",
};

/** @param own the device's settings are the operating system's, and no file of ours */
export function platformParts(layout: DataLayout, store: Store, own: boolean): BackupPart[] {
  return [
    {
      name: "settings",
      label: "Einstellungen, Passwort und Änderungsprotokoll",
      paths: [layout.stateDb, layout.credentialFile],
      async copy(source, target, secrets) {
        if (source === layout.stateDb) {
          store.copyTo(target);
          return cleanCopy(target, secrets).map(
            (name) => (Object.hasOwn(SECRETS, name) && SECRETS[name]) || name,
          );
        }
        if (!secrets) return ["Passwort der Konsole"];
        await copyFile(source, target);
        return [];
      },
    },
    {
      name: "device",
      label: "Geräteeinstellungen (Name, Zeitzone, Netzwerk)",
      onlyIf:
        "Nur wählen, wenn dieses Gerät das gesicherte ersetzt: Zwei Geräte mit derselben Adresse stören einander. Gilt nach einem Neustart des Geräts.",
      ...(own
        ? {
            stays:
              "Name, Zeitzone und Netzwerk hält auf diesem Gerät der Gerätedienst. Stellen Sie sie unter „Geräteeinstellungen“ ein.",
          }
        : {}),
      paths: [layout.hostSettings],
    },
    {
      name: "authorities",
      label: "Eigene Zertifizierungsstellen",
      paths: [layout.authorities],
      files: [{ name: /^authorities\/[^/]+$/, most: MIB }],
    },
    {
      name: "certificates",
      label: "Zertifikate und private Schlüssel des Geräts",
      secret: true,
      onlyIf:
        "Nur wählen, wenn dieses Gerät das gesicherte ersetzt: Private Schlüssel sollen nicht auf zwei Geräten liegen.",
      paths: [layout.tls],
      files: [{ name: /^tls\/((own|proxy)\/)?[^/]+$/, most: MIB }],
    },
    {
      name: "identity",
      label: "Schlüssel, mit dem dieses Gerät seine Sicherungen unterschreibt",
      secret: true,
      onlyIf: "Nur wählen, wenn dieses Gerät das gesicherte ersetzt: Es gilt danach als dasselbe Gerät.",
      paths: [layout.deviceKey],
    },
  ];
}
