/** Bodies of the frames that open, watch and end a connection (KNX Standard 03.08.02, 7.8; 03.08.04). */
import { type Hpai, hpai, parseHpai } from "./frame.ts";

/** KNX layer of a tunnel: link layer. */
const LINK_LAYER = 0x02;
const TUNNEL_CONNECTION = 0x04;

export function connectRequest(control: Hpai, data: Hpai, wanted: number | undefined): Buffer {
  // Extended connection request information (tunnelling v2): asks for one individual address.
  const cri =
    wanted === undefined
      ? [4, TUNNEL_CONNECTION, LINK_LAYER, 0]
      : [6, TUNNEL_CONNECTION, LINK_LAYER, 0, wanted >> 8, wanted & 255];
  return Buffer.concat([hpai(control), hpai(data), Buffer.from(cri)]);
}

export interface ConnectResponse {
  channel: number;
  status: number;
  data?: Hpai;
  /** Individual address of this tunnel. */
  address?: number;
}

export function parseConnectResponse(body: Buffer): ConnectResponse | undefined {
  if (body.length < 2) return undefined;
  const channel = body[0] ?? 0;
  const status = body[1] ?? 0;
  if (status !== 0) return { channel, status };
  const data = parseHpai(body.subarray(2, 10));
  if (!data || body.length !== 14 || body[10] !== 4 || body[11] !== TUNNEL_CONNECTION) return undefined;
  return { channel, status, data, address: body.readUInt16BE(12) };
}

export function stateRequest(channel: number, control: Hpai): Buffer {
  return Buffer.concat([Buffer.from([channel, 0]), hpai(control)]);
}

export function statusBody(channel: number, status: number): Buffer {
  return Buffer.from([channel, status]);
}

export function parseStatus(body: Buffer): { channel: number; status: number } | undefined {
  return body.length === 2 ? { channel: body[0] ?? 0, status: body[1] ?? 0 } : undefined;
}

/** Head of tunnelling requests and their acknowledgements. */
export function sequenced(channel: number, sequence: number, status: number, cemi?: Buffer): Buffer {
  const head = Buffer.from([4, channel, sequence, status]);
  return cemi ? Buffer.concat([head, cemi]) : head;
}

export function parseSequenced(
  body: Buffer,
): { channel: number; sequence: number; status: number; cemi: Buffer } | undefined {
  if (body.length < 4 || body[0] !== 4) return undefined;
  return { channel: body[1] ?? 0, sequence: body[2] ?? 0, status: body[3] ?? 0, cemi: body.subarray(4) };
}

const STATUS_TEXTS: Record<number, string> = {
  0x01: "das Protokoll wird nicht unterstützt",
  0x02: "die Protokollversion wird nicht unterstützt",
  0x21: "die Verbindung ist dort nicht mehr bekannt",
  0x22: "diese Art von Verbindung wird nicht unterstützt",
  0x23: "die verlangten Optionen werden nicht unterstützt",
  0x24: "alle Verbindungen der Schnittstelle sind belegt",
  0x26: "die Schnittstelle meldet einen Fehler der Verbindung",
  0x27: "die Schnittstelle meldet einen Fehler des KNX-Busses",
  0x28: "für diesen Tunnel fehlt die Berechtigung; prüfen Sie, ob die Schnittstelle KNX Secure verlangt",
  0x29: "diese Tunnelart wird nicht unterstützt",
  0x2d: "die verlangte physikalische Adresse gehört zu keinem Tunnel der Schnittstelle",
  0x2e: "der Tunnel mit der verlangten physikalischen Adresse ist belegt",
};

/** German reason for an error code of KNXnet/IP (03.08.01, 5.4). */
export function statusText(status: number): string {
  return STATUS_TEXTS[status] ?? `Fehlercode ${status.toString(16).padStart(2, "0")}h`;
}
