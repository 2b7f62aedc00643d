import { X509Certificate } from "node:crypto";
import { RENEW_BEFORE } from "../limits.ts";
import type { Identity } from "./identity.ts";

/** Whether the hub asks for another certificate and pass. @param now ms since the epoch */
export const isDue = ({ certificate }: Identity, now: number): boolean =>
  Date.parse(new X509Certificate(certificate).validTo) - now < RENEW_BEFORE;
