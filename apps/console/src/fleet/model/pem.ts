/** A certificate as text: as it is, or wrapped (RFC 7468) where a file has its bytes alone. Whether it is one the central says. */
const DER_SEQUENCE = 0x30;

export function pemOf(bytes: Uint8Array): string {
  if (bytes[0] !== DER_SEQUENCE) return new TextDecoder().decode(bytes);
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, "$&\n").trimEnd()}\n-----END CERTIFICATE-----\n`;
}
