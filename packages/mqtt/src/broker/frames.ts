/**
 * What hub and external pod write to each other's topics on a broker, and what the topics are called.
 *
 *     {root}/{pod}/hub/{session}    pod → hub
 *     {root}/{pod}/pod/{session}    hub → pod
 *     {root}/hub                    the hub came up, or (as its last will) is gone
 *
 * A frame is text: its kind and numbers, separated by blanks, a line feed, and for data a piece of JSON.
 */
export type Frame =
  /** A piece of a message; number of the frame, and the last one received in order from the other side. */
  | { kind: "data"; n: number; ack: number; more: boolean; text: string }
  /** A sign of life. */
  | { kind: "alive"; ack: number }
  /** The sender has just connected or misses something: send what is after `ack`, again if need be. */
  | { kind: "sync"; ack: number }
  /** The session is over, or not known. */
  | { kind: "end" }
  /** Left with the broker as last will: the connection broke. */
  | { kind: "gone" };

/** Characters of a piece, so that brokers with a limit from 256 KiB on take it whatever the characters. */
export const PIECE = 64 * 1024;
/** Largest packet a frame can need: three bytes a character, the topic, and what is around it. */
export const LARGEST_FRAME = 3 * PIECE + 4096;

const LETTERS = { data: "d", part: "f", alive: "a", sync: "s", end: "e", gone: "g" } as const;
const LONGEST_HEAD = 48;

export function encodeFrame(frame: Frame): string {
  switch (frame.kind) {
    case "data":
      return `${frame.more ? LETTERS.part : LETTERS.data} ${frame.n} ${frame.ack}\n${frame.text}`;
    case "alive":
    case "sync":
      return `${LETTERS[frame.kind]} ${frame.ack}\n`;
    case "end":
    case "gone":
      return `${LETTERS[frame.kind]}\n`;
  }
}

/** undefined for what is no frame. */
export function decodeFrame(payload: string): Frame | undefined {
  const end = payload.indexOf("\n");
  if (end < 0 || end > LONGEST_HEAD) return undefined;
  const [letter = "", ...numbers] = payload.slice(0, end).split(" ");
  const [first = Number.NaN, second = Number.NaN] = numbers.map(count);
  const given = numbers.length;
  switch (letter) {
    case LETTERS.data:
    case LETTERS.part:
      if (given !== 2 || !(first > 0) || !(second >= 0)) return undefined;
      return {
        kind: "data",
        n: first,
        ack: second,
        more: letter === LETTERS.part,
        text: payload.slice(end + 1),
      };
    case LETTERS.alive:
      return given === 1 && first >= 0 ? { kind: "alive", ack: first } : undefined;
    case LETTERS.sync:
      return given === 1 && first >= 0 ? { kind: "sync", ack: first } : undefined;
    case LETTERS.end:
      return given === 0 ? { kind: "end" } : undefined;
    case LETTERS.gone:
      return given === 0 ? { kind: "gone" } : undefined;
    default:
      return undefined;
  }
}

function count(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}

/** A text in pieces, none of which cuts a character in two. */
export function cut(text: string, size = PIECE): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (text.length - from > size) {
    const code = text.charCodeAt(from + size - 1);
    const to = from + (code >= 0xd800 && code <= 0xdbff ? size - 1 : size);
    pieces.push(text.slice(from, to));
    from = to;
  }
  pieces.push(text.slice(from));
  return pieces;
}

export interface SessionTopics {
  toHub: string;
  toPod: string;
  hub: string;
}

export function sessionTopics(root: string, pod: string, session: string): SessionTopics {
  return {
    toHub: `${root}/${pod}/hub/${session}`,
    toPod: `${root}/${pod}/pod/${session}`,
    hub: `${root}/hub`,
  };
}

const SESSION = /^[0-9a-f]{32}$/;

/** Pod and session of a topic that pods write to; undefined for any other. */
export function podOfTopic(root: string, topic: string): { pod: string; session: string } | undefined {
  if (!topic.startsWith(`${root}/`)) return undefined;
  const [pod, to, session, ...rest] = topic.slice(root.length + 1).split("/");
  if (pod === undefined || to !== "hub" || session === undefined || rest.length > 0) return undefined;
  return SESSION.test(session) ? { pod, session } : undefined;
}
