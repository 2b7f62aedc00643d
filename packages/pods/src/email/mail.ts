/** A plain text mail, with a file beside it where there is one (RFC 5322, 2045, 2046, 2047). Nothing of a value can become a header. */
import { randomUUID } from "node:crypto";

export interface Mail {
  from: string;
  to: string;
  subject: string;
  text: string;
  /** ms since the epoch. */
  ts: number;
  /** The same for a repetition, so that a mailbox may know it; made up if absent. */
  id?: string;
  /** Name and type as `MAIL` allows them; content in base64. */
  attachment?: { name: string; type: string; content: string };
}

export function composeMail({ attachment, from, id = randomUUID(), subject, text, to, ts }: Mail): string {
  const domain = from.slice(from.lastIndexOf("@") + 1);
  const head = [
    `From: <${from}>`,
    `To: <${to}>`,
    `Subject: ${encodedWords(subject)}`,
    `Date: ${new Date(ts).toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: <${id}@${domain}>`,
    "Auto-Submitted: auto-generated",
    "MIME-Version: 1.0",
  ];
  const body = Buffer.from(text.replaceAll(/\r?\n/g, "\r\n"), "utf8").toString("base64");
  const plain = part("text/plain; charset=utf-8", [], body);
  if (!attachment) return [...head, ...plain, ""].join("\r\n");
  // Base64 has no "-": no part can hold it.
  const boundary = `part-${randomUUID()}`;
  const { content, name, type } = attachment;
  const disposition = `Content-Disposition: attachment; filename="${name}"`;
  return [
    ...head,
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    "",
    `--${boundary}`,
    ...plain,
    `--${boundary}`,
    ...part(type, [disposition], content),
    `--${boundary}--`,
    "",
  ].join("\r\n");
}

const part = (type: string, more: readonly string[], content: string): string[] => [
  `Content-Type: ${type}`,
  ...more,
  "Content-Transfer-Encoding: base64",
  "",
  ...(content.match(/.{1,76}/g) ?? []),
];

/** At most 45 bytes per word, never a character torn in two. */
function encodedWords(text: string): string {
  const line = text.replaceAll(/\p{Cc}+/gu, " ").trim();
  if (/^[\x20-\x7e]{0,60}$/.test(line) && !line.includes("=?")) return line;
  const words: string[] = [];
  let word = "";
  for (const char of line) {
    if (Buffer.byteLength(word + char) > 45) {
      words.push(word);
      word = "";
    }
    word += char;
  }
  words.push(word);
  return words.map((part) => `=?utf-8?B?${Buffer.from(part).toString("base64")}?=`).join("\r\n ");
}
