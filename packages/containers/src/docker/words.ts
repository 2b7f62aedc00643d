/** What an engine says in English → what it means, in German, with its own words behind. */
import { plainText } from "../plain.ts";
import { texts } from "../texts.ts";

const LONGEST = 2_000;

/** The first that fits. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/port is already allocated|address already in use/i, texts.portInUse],
  [/no space left on device/i, texts.diskFull],
  [/x509|certificate|tls: /i, texts.certificateUntrusted],
  [/toomanyrequests|too many requests/i, texts.tooManyRequests],
  [/manifest unknown|manifest for .* not found|no such image|name unknown/i, texts.noSuchImage],
  [/unauthorized|access denied|authentication required/i, texts.imageForbidden],
  [
    /connection refused|i\/o timeout|no such host|name resolution|network is unreachable|no route to host|handshake timeout|request canceled|deadline exceeded/i,
    texts.registryUnreachable,
  ],
  [/no such container/i, texts.noSuchContainer],
  [/cannot allocate memory/i, texts.memoryMissing],
  [/oci runtime|failed to create shim|runc/i, texts.notStartable],
];

export function engineWords(said: string): string {
  const words = plainText(said.replace(/^\(HTTP code \d+\) [^-]{0,60} - /, "").replace(/\s+/g, " ")).trim();
  const meaning = MEANINGS.find(([pattern]) => pattern.test(words))?.[1];
  if (words === "") return texts.engineFault;
  return `${meaning ?? texts.engineRefused} Ihre Meldung: ${words}`.slice(0, LONGEST);
}
