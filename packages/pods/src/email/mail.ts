/** A plain text mail (RFC 5322, 2045, 2047). Nothing of a value can become a header. */
import { randomUUID } from "node:crypto";

export interface Mail {
  from: string;
  to: string;
  subject: string;
  text: string;
  /** ms since the epoch. */
  ts: number;
}

export function composeMail({ from, subject, text, to, ts }: Mail): string {
  const domain = from.slice(from.lastIndexOf("@") + 1);
  const body = Buffer.from(text.replaceAll(/\r?\n/g, "\r\n"), "utf8").toString("base64");
  return [
    `From: <${from}>`,
    `To: <${to}>`,
    `Subject: ${encodedWords(subject)}`,
    `Date: ${new Date(ts).toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: <${randomUUID()}@${domain}>`,
    "Auto-Submitted: auto-generated",
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    "",
    ...(body.match(/.{1,76}/g) ?? []),
    "",
  ].join("\r\n");
}

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
