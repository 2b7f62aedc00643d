/** What the proxy is handed: the rules in force with the certificates they use. */
import type { ProxyParameters, ProxyRule } from "@hubwart/containers";
import type { KeyPair } from "../../../platform/tls/order.ts";
import { usesTls } from "./rule.ts";

/**
 * @param device undefined while the device has none yet: rules that need it wait, the others serve
 * @param uploaded by its id
 */
export function proxyParameters(
  inForce: readonly ProxyRule[],
  device: KeyPair | undefined,
  uploaded: (id: string) => KeyPair | undefined,
): ProxyParameters {
  const pairs = new Map<string, KeyPair>();
  const rules = inForce.filter((rule) => {
    if (!usesTls(rule)) return true;
    const { certificate: id } = rule;
    if (id === undefined) return device !== undefined;
    const pair = uploaded(id);
    if (pair) pairs.set(id, pair);
    return pair !== undefined;
  });
  return {
    rules,
    ...(device ? { certificate: { chain: device.certificate, key: device.key } } : {}),
    certificates: [...pairs].map(([id, { certificate, key }]) => ({ id, chain: certificate, key })),
  };
}
