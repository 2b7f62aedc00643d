/** What backups take along of the platform: the database, and what makes this device itself. */
import { copyFile } from "node:fs/promises";
import type { DataLayout } from "@hubwart/core";
import { cleanCopy, type Store } from "@hubwart/core/store";
import type { BackupPart } from "../backup-part.ts";

export function platformParts(layout: DataLayout, store: Store): BackupPart[] {
  return [
    {
      name: "settings",
      label: "Einstellungen, Passwort und Änderungsprotokoll",
      paths: [layout.stateDb, layout.credentialFile],
      async copy(source, target, secrets) {
        if (source === layout.stateDb) {
          store.copyTo(target);
          return cleanCopy(target, secrets);
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
      paths: [layout.hostSettings],
    },
    {
      name: "authorities",
      label: "Eigene Zertifizierungsstellen",
      paths: [layout.authorities],
    },
    {
      name: "certificates",
      label: "Zertifikate und private Schlüssel des Geräts",
      secret: true,
      onlyIf:
        "Nur wählen, wenn dieses Gerät das gesicherte ersetzt: Private Schlüssel sollen nicht auf zwei Geräten liegen.",
      paths: [layout.tls],
    },
  ];
}
