/** Where the broker is and who we are there, as written in an environment variable or on a command line. */
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { errorText, isMissing } from "@hubwart/core";
import { address } from "@hubwart/runtime/net-errors";
import { texts } from "../texts.ts";

export interface BrokerAddress {
  host: string;
  port: number;
  tls: boolean;
  /** `host:port` for people. */
  shown: string;
}

export interface BrokerFiles {
  user?: string | undefined;
  passwordFile?: string | undefined;
  /** PEM file of the authority that signed the broker's certificate; the system's otherwise. */
  caFile?: string | undefined;
}

export interface BrokerCredentials {
  user?: string;
  password?: string;
  ca?: string;
}

/** A broker that cannot be used as given. German, without secrets. */
export class BrokerSettingError extends Error {}

const PORT = { tls: 8883, plain: 1883 };

/**
 * `mqtts://host[:port]`; `mqtt://` only on this machine itself, because tokens travel over the connection.
 * @throws BrokerSettingError
 */
export function parseBrokerAddress(text: string): BrokerAddress {
  const allowed = texts.allowedAddress;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new BrokerSettingError(texts.noBrokerAddress(allowed));
  }
  const tls = url.protocol === "mqtts:";
  if (!tls && url.protocol !== "mqtt:") throw new BrokerSettingError(texts.wrongAddress(allowed));
  if (url.username !== "" || url.password !== "") {
    throw new BrokerSettingError(texts.noCredentialsInAddress);
  }
  if (url.hostname === "" || !["", "/"].includes(url.pathname) || url.search !== "" || url.hash !== "") {
    throw new BrokerSettingError(texts.wrongAddress(allowed));
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (!tls && !isLoopback(host)) {
    throw new BrokerSettingError(texts.needsTls);
  }
  const port = url.port === "" ? (tls ? PORT.tls : PORT.plain) : Number(url.port);
  return { host, port, tls, shown: address(host, port) };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/** Read anew for every connection, so that a changed password needs no restart. @throws BrokerSettingError */
export async function readCredentials(files: BrokerFiles): Promise<BrokerCredentials> {
  const { user, passwordFile, caFile } = files;
  const password = passwordFile === undefined ? undefined : await readText(passwordFile, texts.password);
  const ca = caFile === undefined ? undefined : await readText(caFile, texts.caCertificate);
  if (ca !== undefined && !ca.includes("-----BEGIN CERTIFICATE-----")) {
    throw new BrokerSettingError(texts.noCertificateIn(caFile));
  }
  return {
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { password: password.replace(/\r?\n$/, "") }),
    ...(ca === undefined ? {} : { ca }),
  };
}

async function readText(file: string, what: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const reason = isMissing(error) ? texts.noSuchFile : errorText(error);
    throw new BrokerSettingError(texts.unreadable(what, file, reason));
  }
}
