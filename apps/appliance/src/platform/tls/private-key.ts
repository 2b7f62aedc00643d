/** The private key of a server certificate: PEM, also under a password; only kinds that browsers take. */
import { createPrivateKey, type KeyObject } from "node:crypto";
import { CertificateRefusal, type PemBlock } from "./certificate-file.ts";
import { elements } from "./der.ts";
import { decrypt, type Effort, wrongPassword } from "./password-encryption.ts";
import { texts } from "./texts.ts";

const SHORTEST_RSA = 2_048;
/** Each handshake costs with the length: 4,096 bits make some 5 ms on a small device, 8,192 some 30. */
const LONGEST_RSA = 4_096;
/** By Node's name. */
const CURVES: Readonly<Record<string, string>> = { prime256v1: "P-256", secp384r1: "P-384" };

/** @throws CertificateRefusal for a key that cannot be read or served */
export async function privateKeysIn(
  blocks: readonly PemBlock[],
  password: string,
  effort: Effort,
): Promise<KeyObject[]> {
  const keys: KeyObject[] = [];
  for (const block of blocks) {
    if (!block.label.endsWith("PRIVATE KEY")) continue;
    keys.push(await keyOf(block, password, effort));
  }
  return keys;
}

/** @param der PKCS#8 */
export function privateKeyOf(der: Buffer): KeyObject {
  try {
    return createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  } catch (cause) {
    throw damaged(cause);
  }
}

/** German, short: what people compare with their order. @throws CertificateRefusal */
export function keyKind({ asymmetricKeyDetails: details, asymmetricKeyType: type }: KeyObject): string {
  const bits = details?.modulusLength ?? 0;
  const curve = CURVES[details?.namedCurve ?? ""];
  if (type === "rsa" && bits >= SHORTEST_RSA && bits <= LONGEST_RSA) return `RSA, ${bits} Bit`;
  if (type === "ec" && curve !== undefined) return `EC, ${curve}`;
  const name =
    type === "rsa" ? texts.rsaBits(bits) : type === "ec" ? `EC (${details?.namedCurve ?? ""})` : type;
  throw new CertificateRefusal(texts.keyKind(name, SHORTEST_RSA, LONGEST_RSA));
}

async function keyOf({ label, body, whole }: PemBlock, password: string, effort: Effort): Promise<KeyObject> {
  switch (label) {
    case "PRIVATE KEY":
      return privateKeyOf(Buffer.from(body, "base64"));
    case "ENCRYPTED PRIVATE KEY": {
      const [info] = elements(Buffer.from(body, "base64"));
      const [algorithm, content] = elements(info?.content ?? Buffer.alloc(0));
      if (!algorithm || !content) throw damaged();
      if (password === "") throw wrongPassword(password);
      return privateKeyOf(await decrypt(algorithm, content.content, password, effort));
    }
    case "RSA PRIVATE KEY":
    case "EC PRIVATE KEY": {
      // Its own encryption (RFC 1421) derives the key in one round, so it costs nothing to try.
      const encrypted = body.includes("ENCRYPTED");
      if (encrypted && password === "") throw wrongPassword(password);
      try {
        return createPrivateKey(encrypted ? { key: whole, passphrase: password } : whole);
      } catch (cause) {
        throw encrypted ? wrongPassword(password) : damaged(cause);
      }
    }
    default:
      throw new CertificateRefusal(texts.keyForm(label));
  }
}

function damaged(cause?: unknown): CertificateRefusal {
  return new CertificateRefusal(texts.keyDamaged, { cause });
}
