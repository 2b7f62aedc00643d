/** Keyrings as ETS writes them, for tests: `makeKeyring({ password: "geheim", tunnels: […] })`. */
import { createCipheriv, createHash, pbkdf2Sync, randomBytes } from "node:crypto";
import { individualText } from "../wire/address.ts";

export interface KeyringParts {
  password: string;
  project?: string;
  backbone?: { key: Buffer; group?: string; latency?: number };
  tunnels?: {
    address: number;
    userId: number;
    password: string;
    authentication: string;
    senders?: Record<number, number[]>;
  }[];
  groups?: Record<number, Buffer>;
  devices?: Record<number, number>;
}

interface Node {
  name: string;
  attributes: Record<string, string>;
  children: Node[];
}

const CREATED = "2026-05-31T12:00:00";

export function makeKeyring(parts: KeyringParts): Buffer {
  const hash = pbkdf2Sync(parts.password, "1.keyring.ets.knx.org", 65_536, 16, "sha256");
  const iv = createHash("sha256").update(CREATED).digest().subarray(0, 16);
  const encrypt = (plain: Buffer) => {
    const cipher = createCipheriv("aes-128-cbc", hash, iv).setAutoPadding(false);
    return Buffer.concat([cipher.update(plain), cipher.final()]).toString("base64");
  };
  const locked = (text: string) => {
    const bytes = Buffer.concat([randomBytes(8), Buffer.from(text)]);
    const padding = Math.ceil((bytes.length + 1) / 32) * 32 - bytes.length;
    return encrypt(Buffer.concat([bytes, Buffer.alloc(padding, padding)]));
  };
  const node = (name: string, attributes: Record<string, string>, children: Node[] = []): Node => ({
    name,
    attributes,
    children,
  });
  const children: Node[] = [];
  if (parts.backbone) {
    const { key, group = "224.0.23.12", latency = 1000 } = parts.backbone;
    children.push(node("Backbone", { MulticastAddress: group, Latency: `${latency}`, Key: encrypt(key) }));
  }
  for (const { address, userId, password, authentication, senders = {} } of parts.tunnels ?? []) {
    children.push(
      node(
        "Interface",
        {
          IndividualAddress: individualText(address),
          Type: "Tunneling",
          Host: "1.1.0",
          UserID: `${userId}`,
          Password: locked(password),
          Authentication: locked(authentication),
        },
        Object.entries(senders).map(([group, from]) =>
          node("Group", { Address: group, Senders: from.map(individualText).join(" ") }),
        ),
      ),
    );
  }
  const groups = Object.entries(parts.groups ?? {}).map(([address, key]) =>
    node("Group", { Address: address, Key: encrypt(key) }),
  );
  if (groups.length > 0) children.push(node("GroupAddresses", {}, groups));
  const devices = Object.entries(parts.devices ?? {}).map(([address, number]) =>
    node("Device", {
      IndividualAddress: individualText(Number(address)),
      SequenceNumber: `${number}`,
      ToolKey: encrypt(randomBytes(16)),
    }),
  );
  if (devices.length > 0) children.push(node("Devices", {}, devices));
  const root = node(
    "Keyring",
    { Project: parts.project ?? "Haus", CreatedBy: "ETS 6.3.1", Created: CREATED },
    children,
  );
  const signed = createHash("sha256").update(
    Buffer.concat([...bytesOf(root), text(hash.toString("base64"))]),
  );
  root.attributes["Signature"] = signed.digest().subarray(0, 16).toString("base64");
  root.attributes["xmlns"] = "http://knx.org/xml/keyring/1";
  return Buffer.from(`\uFEFF<?xml version="1.0" encoding="utf-8"?>\n${xml(root)}`, "utf8");
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, "utf8");
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

function bytesOf({ name, attributes, children }: Node): Buffer[] {
  const sorted = Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    Buffer.from([1]),
    text(name),
    ...sorted.flatMap(([key, value]) => [text(key), text(value)]),
    ...children.flatMap(bytesOf),
    Buffer.from([2]),
  ];
}

function xml({ name, attributes, children }: Node): string {
  const escape = (value: string) =>
    value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`);
  return `<${name}${list.join("")}>${children.map(xml).join("\n")}</${name}>`;
}
