/** The device's own certificate, as the appliance hands it to pods that serve with it; changes come by the method `tls`. */
import { SERVED_TLS } from "@hubwart/core";
import { podFile } from "@hubwart/ipc";
import { texts } from "./texts.ts";

export const TLS_KEY_FILE = "tls-key.pem";
export const TLS_CERTIFICATE_FILE = "tls-certificate.pem";
export const NO_CERTIFICATE = texts.deviceCertificateMissing;

/** PEM. */
export interface KeyPair {
  key: string;
  certificate: string;
}

export function ownCertificate(load: Parameters<typeof podFile>[0]): KeyPair | undefined {
  const [key, certificate] = [podFile(load, TLS_KEY_FILE), podFile(load, TLS_CERTIFICATE_FILE)];
  if (!key || !certificate) return undefined;
  return { key: key.toString("utf8"), certificate: certificate.toString("utf8") };
}

/** For `createServer` and `setSecureContext`. */
export function servedBy({ certificate, key }: KeyPair) {
  return { ...SERVED_TLS, key, cert: certificate };
}
