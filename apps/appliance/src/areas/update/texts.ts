/** What may go wrong with a release, for people: result code and German sentence. */
import { CODES } from "@hubwart/contract";
import { isDiskFull, ResultError } from "@hubwart/core";
import { ReleaseError, type ReleaseFault } from "@hubwart/releases";

const FAULTS: Record<ReleaseFault, { code: number; text: string }> = {
  unreachable: { code: CODES.updateDownload, text: "Die Verbindung zum Update-Server ist fehlgeschlagen." },
  expired: {
    code: CODES.updateUntrusted,
    text: "Die Angaben des Update-Servers sind abgelaufen. Entweder wird er nicht gepflegt, oder jemand hält neuere Angaben zurück.",
  },
  signature: {
    code: CODES.updateUntrusted,
    text: "Die Angaben des Update-Servers tragen keine gültige Unterschrift des Herstellers.",
  },
  rollback: {
    code: CODES.updateUntrusted,
    text: "Der Update-Server liefert ältere Angaben, als dieses Gerät schon kennt.",
  },
  inconsistent: {
    code: CODES.updateUntrusted,
    text: "Die Angaben des Update-Servers passen nicht zusammen.",
  },
  "not-offered": {
    code: CODES.updateLocal,
    text: "Diese Version wird in diesem Kanal nicht mehr angeboten.",
  },
  damaged: {
    code: CODES.updateUntrusted,
    text: "Die geladene Datei ist nicht die, die der Hersteller unterschrieben hat.",
  },
  archive: { code: CODES.updateUntrusted, text: "Die geladene Datei ist keine brauchbare Version." },
  device: {
    code: CODES.updateNotPossible,
    text: "Das Gerät konnte eine Datei nicht lesen oder schreiben. Über die Angaben des Update-Servers sagt das nichts.",
  },
  unknown: {
    code: CODES.updateNotPossible,
    text: "Die Angaben des Update-Servers ließen sich aus einem unerwarteten Grund nicht prüfen. Einzelheiten stehen im Ereignis-Protokoll.",
  },
};

/** By what the disk says, errno(3). */
const DISK: Readonly<Record<string, string>> = {
  EACCES: "Das Gerät darf eine Datei des Updates nicht lesen oder schreiben.",
  EPERM: "Das Gerät darf eine Datei des Updates nicht lesen oder schreiben.",
  EROFS: "Der Datenträger des Geräts ist schreibgeschützt.",
  EIO: "Der Datenträger des Geräts meldet einen Fehler beim Lesen oder Schreiben.",
  EMFILE: "Auf dem Gerät sind zu viele Dateien offen.",
  ENFILE: "Auf dem Gerät sind zu viele Dateien offen.",
};

/** The error as the caller of a job or a call gets it. */
export function said(error: unknown): unknown {
  if (error instanceof ReleaseError) {
    const { code, text } = FAULTS[error.fault];
    const why = error.detail === undefined ? text : `${text} ${error.detail}.`;
    return new ResultError(code, why, { cause: error });
  }
  if (isDiskFull(error))
    return new ResultError(
      CODES.storageFull,
      "Für das Update ist nicht genug Speicherplatz frei. Bitte löschen Sie Dateien, die nicht mehr gebraucht werden.",
      { cause: error },
    );
  const code = error instanceof Error && "syscall" in error && "code" in error ? String(error.code) : "";
  if (code === "") return error;
  const text = DISK[code] ?? `Das Gerät konnte eine Datei des Updates nicht lesen oder schreiben (${code}).`;
  return new ResultError(CODES.updateNotPossible, text, { cause: error });
}

/** Of a look at the update server that failed over anything else. */
export function saidOfLook(error: unknown): ResultError {
  if (error instanceof ResultError) return error;
  if (error instanceof Error && error.name === "TimeoutError")
    return new ResultError(CODES.updateDownload, "Der Update-Server antwortet zu langsam.", { cause: error });
  const text =
    "Die Suche nach Updates ist aus einem unerwarteten Grund fehlgeschlagen. Einzelheiten stehen im Ereignis-Protokoll.";
  return new ResultError(CODES.updateNotPossible, text, { cause: error });
}
