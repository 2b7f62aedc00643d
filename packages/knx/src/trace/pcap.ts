/** Frames as a capture file (pcap, link type 101: raw IPv4) for Wireshark. */
import { KNX_PORT, knxFrame, ROUTING_GROUP, SERVICE } from "../wire/frame.ts";

export interface Captured {
  /** ms since the epoch. */
  ts: number;
  /** IPv4 addresses, dotted. */
  from: string;
  to: string;
  frame: Buffer;
}

const FILE_HEAD = 24;
const PACKET_HEAD = 16;
const UDP = 17;

export function pcapHead(): Buffer {
  const head = Buffer.alloc(FILE_HEAD);
  head.writeUInt32LE(0xa1b2c3d4, 0);
  head.writeUInt16LE(2, 4);
  head.writeUInt16LE(4, 6);
  head.writeUInt32LE(65_535, 16);
  head.writeUInt32LE(101, 20);
  return head;
}

/** False for a file that a power cut left with part of a packet. */
export function isWholeCapture(bytes: Buffer): boolean {
  let at = FILE_HEAD;
  while (at + PACKET_HEAD <= bytes.length) at += PACKET_HEAD + bytes.readUInt32LE(at + 8);
  return at === bytes.length;
}

export function pcapPacket({ ts, from, to, frame }: Captured): Buffer {
  const length = 20 + 8 + frame.length;
  const packet = Buffer.alloc(PACKET_HEAD + 28);
  packet.writeUInt32LE(Math.floor(ts / 1000), 0);
  packet.writeUInt32LE(Math.floor((ts % 1000) * 1000), 4);
  packet.writeUInt32LE(length, 8);
  packet.writeUInt32LE(length, 12);
  const ip = packet.subarray(PACKET_HEAD);
  ip[0] = 0x45;
  ip.writeUInt16BE(length, 2);
  ip[8] = 64;
  ip[9] = UDP;
  Buffer.from(from.split(".").map(Number)).copy(ip, 12);
  Buffer.from(to.split(".").map(Number)).copy(ip, 16);
  ip.writeUInt16BE(checksum(ip.subarray(0, 20)), 10);
  ip.writeUInt16BE(KNX_PORT, 20);
  ip.writeUInt16BE(KNX_PORT, 22);
  ip.writeUInt16BE(8 + frame.length, 24);
  return Buffer.concat([packet, frame]);
}

function checksum(head: Buffer): number {
  let sum = 0;
  for (let at = 0; at < head.length; at += 2) sum += head.readUInt16BE(at);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  return ~sum & 0xffff;
}

/** A telegram as a packet. */
export function telegramPacket(ts: number, from: string, cemi: Buffer): Buffer {
  return pcapPacket({ ts, from, to: ROUTING_GROUP, frame: knxFrame(SERVICE.routingIndication, cemi) });
}
