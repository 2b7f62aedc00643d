/** Bodies of the frames that open, watch and end a connection (KNX Standard 03.08.02, 7.8; 03.08.04). */

import { texts } from "../texts.ts";
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

/** German reason for an error code of KNXnet/IP (03.08.01, 5.4). */
export function statusText(status: number): string {
  return texts.status[status] ?? texts.otherStatus(status.toString(16).padStart(2, "0"));
}
