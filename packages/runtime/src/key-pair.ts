/** Whether a certificate and a private key go together. */
import { certificateKey, privateKeysPublic } from "@hubwart/core/pem";
import type { PodProblem } from "@hubwart/project";
import { texts } from "./texts.ts";

/** PEM texts of an interface. */
export interface KeyPair {
  where: string;
  cert: string;
  key: string;
}

/** Never shows a part of the key. */
export function keyPairProblems({ cert, key, where }: KeyPair): PodProblem[] {
  const certified = certificateKey(cert);
  if (certified === undefined) {
    const hint = texts.startOfCertificate;
    return [{ where, attribute: "cert", text: texts.noCertificate, hint }];
  }
  const own = privateKeysPublic(key);
  if (own === undefined) return [{ where, attribute: "key", text: texts.noKey, hint: texts.startOfKey }];
  // Of a kind that we do not know, TLS says it.
  if (certified === "" || own === "" || certified === own) return [];
  return [{ where, attribute: "key", text: texts.keyOfOther, hint: texts.keyOfOtherHint }];
}
