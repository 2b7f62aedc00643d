/**
 * Keyrings of ETS (`.knxkeys`): read, checked by their signature, keys decrypted.
 *
 *     const keyring = await readKeyring(bytes, password);   // throws KeyringError
 *
 * Signature and encryption: see `keyringHash` and `signed`. The password never appears in an error.
 */
import { createDecipheriv } from "node:crypto";
import { parseGroup } from "@hubwart/contract/group-address";
import { attributesOf, XmlProblem, XmlReader } from "@hubwart/project/xml";
import { texts } from "../texts.ts";
import { parseIndividual } from "../wire/address.ts";
import { deriveKey, same, sha256 } from "./crypto.ts";

export interface Tunnel {
  address: number;
  /** Device that offers the tunnel. */
  host: number | undefined;
  userId: number | undefined;
  password: string | undefined;
  /** Device authentication code. */
  authentication: string | undefined;
}

export interface Keyring {
  project: string;
  createdBy: string;
  /** As in the file. */
  created: string;
  backbone: { group: string; latency: number; key: Buffer } | undefined;
  tunnels: Tunnel[];
  /** Group address → key of Data Secure. */
  groupKeys: Map<number, Buffer>;
  /** Individual address of each sender of secure telegrams → highest number known when the file was made. */
  senders: Map<number, number>;
}

/** `unread`: nobody knows, because reading it took too much. */
export type KeyringFault = "format" | "password" | "changed" | "either" | "unread";

export class KeyringError extends Error {
  readonly fault: KeyringFault;

  /** The message is German. */
  constructor(fault: KeyringFault) {
    super(texts.keyringFaults[fault]);
    this.fault = fault;
  }
}

export const KEYRING_BYTES = 2 * 1024 * 1024;
const ELEMENTS = 50_000;

interface Element {
  path: string;
  attributes: Map<string, string>;
}

/** @throws KeyringError */
export async function readKeyring(bytes: Buffer, password: string): Promise<Keyring> {
  const { elements, signed } = parse(bytes);
  const root = elements[0]?.attributes;
  const created = root?.get("Created");
  const signature = Buffer.from(root?.get("Signature") ?? "", "base64");
  if (!root || created === undefined || signature.length !== 16) throw new KeyringError("format");
  const hash = await deriveKey(Buffer.from(password, "utf8"), "1.keyring.ets.knx.org");
  const decrypt = decryptor(hash, created);
  signed.push(lengthAndText(hash.toString("base64")));
  if (!same(sha256(Buffer.concat(signed)).subarray(0, 16), signature)) {
    throw new KeyringError(faultOf(elements, decrypt));
  }
  return build(root, elements, decrypt);
}

function lengthAndText(text: string): Buffer {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length > 255) throw new KeyringError("format");
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

/** The elements with their paths, and the bytes that the signature is over. */
function parse(bytes: Buffer): { elements: Element[]; signed: Buffer[] } {
  const elements: Element[] = [];
  const signed: Buffer[] = [];
  const path: string[] = [];
  const reader = new XmlReader({
    open: (name, raw) => {
      if (path.length >= 8 || elements.length >= ELEMENTS) throw new KeyringError("format");
      path.push(name);
      const attributes = attributesOf(raw);
      elements.push({ path: path.join("/"), attributes });
      signed.push(Buffer.from([1]), lengthAndText(name));
      for (const key of [...attributes.keys()].sort((a, b) => (a < b ? -1 : 1))) {
        if (key === "xmlns" || key === "Signature") continue;
        signed.push(lengthAndText(key), lengthAndText(attributes.get(key) ?? ""));
      }
    },
    close: () => {
      path.pop();
      signed.push(Buffer.from([2]));
    },
    text: (text) => {
      if (text.trim() !== "") throw new KeyringError("format");
    },
  });
  if (bytes.length > KEYRING_BYTES) throw new KeyringError("format");
  try {
    reader.push(bytes);
    reader.end();
  } catch (error) {
    if (error instanceof XmlProblem) throw new KeyringError("format");
    throw error;
  }
  if (elements[0]?.path !== "Keyring") throw new KeyringError("format");
  return { elements, signed };
}

type Decrypt = (base64: string | undefined) => Buffer | undefined;

function decryptor(hash: Buffer, created: string): Decrypt {
  const iv = sha256(Buffer.from(created, "utf8")).subarray(0, 16);
  return (base64) => {
    const data = Buffer.from(base64 ?? "", "base64");
    if (data.length === 0 || data.length % 16 !== 0) return undefined;
    const cipher = createDecipheriv("aes-128-cbc", hash, iv).setAutoPadding(false);
    return Buffer.concat([cipher.update(data), cipher.final()]);
  };
}

/** Passwords have eight random bytes before them and are padded with their number of missing bytes, to 32 or more. */
function passwordOf(plain: Buffer | undefined): string | undefined {
  if (!plain) return undefined;
  const padding = plain.at(-1) ?? 0;
  if (padding < 1 || padding > plain.length - 8) return undefined;
  if (plain.subarray(-padding).some((byte) => byte !== padding)) return undefined;
  return plain.subarray(8, plain.length - padding).toString("utf8");
}

/** What passwords decrypt to shows whether the keyring's own password is right: then it is the file that is wrong. */
function faultOf(elements: readonly Element[], decrypt: Decrypt): KeyringFault {
  const locked = elements.flatMap(({ attributes }) =>
    ["Password", "Authentication", "ManagementPassword"].flatMap((name) => attributes.get(name) ?? []),
  );
  if (locked.length === 0) return "either";
  const opened = locked.filter((text) => passwordOf(decrypt(text)) !== undefined).length;
  return opened * 2 > locked.length ? "changed" : "password";
}

function build(root: Map<string, string>, elements: readonly Element[], decrypt: Decrypt): Keyring {
  const keyring: Keyring = {
    project: root.get("Project") ?? "",
    createdBy: root.get("CreatedBy") ?? "",
    created: root.get("Created") ?? "",
    backbone: undefined,
    tunnels: [],
    groupKeys: new Map(),
    senders: new Map(),
  };
  for (const { path, attributes } of elements) {
    switch (path) {
      case "Keyring/Backbone": {
        const key = decrypt(attributes.get("Key"));
        if (key?.length !== 16) break;
        const latency = Number(attributes.get("Latency"));
        keyring.backbone = {
          group: attributes.get("MulticastAddress") ?? "",
          latency: Number.isFinite(latency) && latency > 0 && latency <= 60_000 ? latency : 1_000,
          key,
        };
        break;
      }
      case "Keyring/Interface":
        if (attributes.get("Type") === "Tunneling") keyring.tunnels.push(tunnelOf(attributes, decrypt));
        break;
      case "Keyring/Interface/Group":
        for (const sender of (attributes.get("Senders") ?? "").split(" ")) addSender(keyring, sender, 0);
        break;
      case "Keyring/Device":
      case "Keyring/Devices/Device":
        addSender(
          keyring,
          attributes.get("IndividualAddress") ?? "",
          Number(attributes.get("SequenceNumber") ?? 0),
        );
        break;
      case "Keyring/GroupAddresses/Group": {
        const key = decrypt(attributes.get("Key"));
        const address = parseGroup(attributes.get("Address") ?? "");
        if (key?.length === 16 && address !== undefined) keyring.groupKeys.set(address, key);
        break;
      }
    }
  }
  return keyring;
}

function tunnelOf(attributes: Map<string, string>, decrypt: Decrypt): Tunnel {
  const userId = Number(attributes.get("UserID"));
  return {
    address: parseIndividual(attributes.get("IndividualAddress") ?? "") ?? 0,
    host: parseIndividual(attributes.get("Host") ?? ""),
    userId: Number.isInteger(userId) && userId >= 1 && userId <= 127 ? userId : undefined,
    password: passwordOf(decrypt(attributes.get("Password"))),
    authentication: passwordOf(decrypt(attributes.get("Authentication"))),
  };
}

function addSender(keyring: Keyring, text: string, number: number): void {
  const address = parseIndividual(text);
  if (address === undefined) return;
  const known = keyring.senders.get(address) ?? 0;
  keyring.senders.set(address, Math.max(known, Number.isSafeInteger(number) && number > 0 ? number : 0));
}
