/**
 * Local part of unquoted ASCII atoms, domain of labels or an address literal left out: what mail servers take, and
 * nothing that could end a line or an angle bracket of SMTP.
 */
const ADDRESS =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?$/;

export function isAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text);
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
