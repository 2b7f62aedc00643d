/** What may go wrong with a release, for people: result code and German sentence. */
import { CODES } from "@hubwart/contract";
import { isDiskFull, ResultError } from "@hubwart/core";
import { ReleaseError, type ReleaseFault } from "@hubwart/releases";

const FAULTS: Record<ReleaseFault, { code: number; text: string }> = {
  unreachable: { code: CODES.updateDownload, text: "Der Update-Server ist nicht erreichbar." },
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
};

/** The error as the caller of a job or a call gets it. */
export function said(error: unknown): unknown {
  if (error instanceof ReleaseError) {
    const { code, text } = FAULTS[error.fault];
    return new ResultError(code, text, { cause: error });
  }
  if (isDiskFull(error))
    return new ResultError(
      CODES.storageFull,
      "Für das Update ist nicht genug Speicherplatz frei. Bitte löschen Sie Dateien, die nicht mehr gebraucht werden.",
      { cause: error },
    );
  return error;
}
