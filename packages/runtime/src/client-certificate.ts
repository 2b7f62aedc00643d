/** What is wrong with the certificate by which a server shall know a client. */
import { certificateKey, privateKeysPublic } from "@hubwart/core";
import type { PodProblem } from "@hubwart/project";
import { caProblems } from "./problems.ts";
import { texts } from "./texts.ts";

interface Given {
  cert?: string | undefined;
  key?: string | undefined;
}

/** Of the cells by which an interface and its peer know each other. @param encrypted whether TLS is used */
export function tlsProblems(
  where: string,
  config: Given & { ca?: string | undefined },
  encrypted: boolean,
): PodProblem[] {
  return [...clientCertificateProblems(where, config, encrypted), ...caProblems(where, config.ca)];
}

/** Never shows a part of the key. */
function clientCertificateProblems(where: string, { cert, key }: Given, encrypted: boolean): PodProblem[] {
  if (cert === undefined && key === undefined) return [];
  const attribute = cert === undefined ? "cert" : "key";
  if (cert === undefined || key === undefined) {
    const said = texts.certificateAndKey;
    return [{ where, attribute, text: said, hint: texts.certificateAndKeyHint }];
  }
  if (!encrypted) {
    const hint = texts.chooseTls;
    return [{ where, attribute: "cert", text: texts.certificateNeedsTls, hint }];
  }
  const certified = certificateKey(cert);
  if (certified === undefined) {
    const hint = texts.startOfCertificate;
    return [{ where, attribute: "cert", text: texts.noCertificate, hint }];
  }
  if (/ENCRYPTED/.test(key)) {
    const hint = texts.keyWithoutPassword;
    return [{ where, attribute: "key", text: texts.keyEncrypted, hint }];
  }
  const own = privateKeysPublic(key);
  if (own === undefined) {
    const hint = texts.startOfKey;
    return [{ where, attribute: "key", text: texts.noKey, hint }];
  }
  // Of a kind that we do not know, TLS says it.
  if (certified !== "" && own !== "" && certified !== own) {
    const said = texts.keyOfOther;
    return [
      {
        where,
        attribute: "key",
        text: said,
        hint: texts.keyOfOtherHint,
      },
    ];
  }
  return [];
}
