/** What backups take along of the platform: the database, and what makes this device itself. */
import { copyFile } from "node:fs/promises";
import type { DataLayout } from "@hubwart/core";
import { cleanCopy, type Store } from "@hubwart/core/store";
import type { BackupPart } from "../backup-part.ts";
import { common } from "../texts.ts";
import { texts } from "./texts.ts";

const MIB = 1024 * 1024;

/** @param own the device's settings are the operating system's, and no file of ours */
export function platformParts(layout: DataLayout, store: Store, own: boolean): BackupPart[] {
  return [
    {
      name: "settings",
      label: texts.settingsPart,
      paths: [layout.stateDb, layout.credentialFile],
      async copy(source, target, secrets) {
        if (source === layout.stateDb) {
          store.copyTo(target);
          return cleanCopy(target, secrets).map(
            (name) => told(texts.secrets, name) ?? told(texts.settings, name) ?? name,
          );
        }
        if (!secrets) return [common.consolePassword];
        await copyFile(source, target);
        return [];
      },
    },
    {
      name: "device",
      label: texts.devicePart,
      onlyIf: texts.deviceOnlyIf,
      ...(own
        ? {
            stays: texts.deviceStays,
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
      label: texts.keysPart,
      secret: true,
      onlyIf: texts.keysOnlyIf,
      paths: [layout.tls],
      files: [{ name: /^tls\/((own|proxy)\/)?[^/]+$/, most: MIB }],
    },
    {
      name: "identity",
      label: texts.signingPart,
      secret: true,
      onlyIf: texts.signingOnlyIf,
      paths: [layout.deviceKey],
    },
  ];
}

const told = (names: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined;
