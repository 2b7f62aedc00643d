/** What the proxy is handed: the rules in force with the certificates they use. */
import type { ProxyParameters, ProxyRule } from "@hubwart/containers";
import type { KeyPair } from "../../../platform/tls/order.ts";
import { usesTls } from "./rule.ts";

export interface ProxySurroundings {
  /** By its id. */
  uploaded: (id: string) => KeyPair | undefined;
  /** Where the console is, and by what it knows its own proxy. */
  console: { dial: string; proof: string };
}

/** @param device undefined while the device has none yet: rules that need it wait, the others serve */
export function proxyParameters(
  inForce: readonly ProxyRule[],
  device: KeyPair | undefined,
  { uploaded, console }: ProxySurroundings,
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
    // Nobody else is told the proof.
    rules: rules.map((rule) => (rule.dial === console.dial ? { ...rule, proof: console.proof } : rule)),
    ...(device ? { certificate: { chain: device.certificate, key: device.key } } : {}),
    certificates: [...pairs].map(([id, { certificate, key }]) => ({ id, chain: certificate, key })),
  };
}
