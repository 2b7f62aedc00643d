/** Whether passkeys work where the console was opened (W3C Web Authentication, level 3, 5.1.3: a secure context, and a name). */

export type PasskeyPlace = "here" | "plain" | "address" | "browser";

export function passkeyPlace(
  { hostname, protocol }: Pick<Location, "hostname" | "protocol">,
  scope: object = globalThis,
): PasskeyPlace {
  if (protocol !== "https:") return "plain";
  if (/^\[|^\d+(\.\d+){3}$/.test(hostname)) return "address";
  return "PublicKeyCredential" in scope ? "here" : "browser";
}
