/** What an engine says in English → what it means, in German, with its own words behind. */
import { plainText } from "../plain.ts";

const LONGEST = 2_000;

/** The first that fits. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [
    /port is already allocated|address already in use/i,
    "Ein Port, den der Container braucht, ist schon belegt.",
  ],
  [/no space left on device/i, "Auf dem Datenträger der Container-Engine ist kein Platz mehr."],
  [/x509|certificate|tls: /i, "Dem Zertifikat der Registry wird nicht vertraut."],
  [/toomanyrequests|too many requests/i, "Die Registry nimmt zurzeit keine weiteren Anfragen an."],
  [
    /manifest unknown|manifest for .* not found|no such image|name unknown/i,
    "Dieses Image gibt es dort nicht.",
  ],
  [
    /unauthorized|access denied|authentication required/i,
    "Die Registry verweigert den Zugriff auf dieses Image.",
  ],
  [
    /connection refused|i\/o timeout|no such host|name resolution|network is unreachable|no route to host|handshake timeout|request canceled|deadline exceeded/i,
    "Die Registry ist nicht erreichbar.",
  ],
  [/no such container/i, "Diesen Container gibt es nicht."],
  [/cannot allocate memory/i, "Für den Container ist nicht genug Arbeitsspeicher da."],
  [/oci runtime|failed to create shim|runc/i, "Der Container lässt sich nicht starten."],
];

export function engineWords(said: string): string {
  const words = plainText(said.replace(/^\(HTTP code \d+\) [^-]{0,60} - /, "").replace(/\s+/g, " ")).trim();
  const meaning = MEANINGS.find(([pattern]) => pattern.test(words))?.[1];
  if (words === "") return "Die Container-Engine meldet einen Fehler.";
  return `${meaning ?? "Die Container-Engine hat das abgelehnt."} Ihre Meldung: ${words}`.slice(0, LONGEST);
}
