import { utf8Length } from "@hubwart/core";

/**
 * Local part of unquoted atoms, of any letters (RFC 6531), domain of labels or an address literal left out: what mail servers
 * take, and nothing that could end a line or an angle bracket of SMTP.
 */
const ADDRESS =
  /^[\p{L}\p{M}\p{Nd}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{Nd}!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?$/u;

export function isAddress(text: string): boolean {
  return text.length <= 254 && utf8Length(text) <= 254 && ADDRESS.test(text);
}

/** Only servers with SMTPUTF8 take it. */
export function isInternational(address: string): boolean {
  return /[^\x20-\x7e]/.test(address);
}

/** Separated by commas; empty ones are left out, repeated ones named once. */
export function addressesOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== ""),
    ),
  ];
}
