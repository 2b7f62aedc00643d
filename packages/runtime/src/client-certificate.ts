/** What is wrong with the certificate by which a server shall know a client. */
import type { CompiledPod, PodProblem } from "@hubwart/project";
import type { KeyPair } from "./key-pair.ts";
import { caProblems } from "./problems.ts";
import { texts } from "./texts.ts";

type Config = CompiledPod["ifaces"][number]["config"];

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
  if (/ENCRYPTED/.test(key)) {
    const hint = texts.keyWithoutPassword;
    return [{ where, attribute: "key", text: texts.keyEncrypted, hint }];
  }
  return [];
}

/**
 * Whether certificate and key are what they should be and go together, for `PodSchema.checkLater`: what reads them is loaded for
 * interfaces that have both.
 *
 * @param encrypted whether an interface uses TLS; without it they do nothing, which has been said
 */
export function keyPairCheck(
  encrypted: (config: Config) => boolean,
): (pod: Pick<CompiledPod, "ifaces">) => Promise<PodProblem[]> | undefined {
  return ({ ifaces }) => {
    const pairs = ifaces.flatMap(({ config, id }) => {
      const { cert, key } = config;
      if (typeof cert !== "string" || typeof key !== "string") return [];
      return /ENCRYPTED/.test(key) || !encrypted(config) ? [] : [{ where: id, cert, key }];
    });
    return pairs.length === 0 ? undefined : problemsOfPairs(pairs);
  };
}

let reader: typeof import("./key-pair.ts") | undefined;

async function problemsOfPairs(pairs: readonly KeyPair[]): Promise<PodProblem[]> {
  reader ??= await import("./key-pair.ts");
  return pairs.flatMap(reader.keyPairProblems);
}
