/** What a TLS server lets a client of ten years ago use. */
import { connect } from "node:tls";

const CBC = [
  "ECDHE-ECDSA-AES128-SHA256",
  "ECDHE-RSA-AES128-SHA256",
  "ECDHE-ECDSA-AES256-SHA",
  "ECDHE-RSA-AES256-SHA",
];
const GCM = ["ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-GCM-SHA256"];

/** The suite of TLS 1.2 that is agreed on with a client that has others than CBC, and with one that has no others. */
export async function agreedSuites(port: number): Promise<{ gcm: string; cbc: string }> {
  return { gcm: await agreed(port, GCM), cbc: await agreed(port, CBC) };
}

function agreed(port: number, suites: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({
      port,
      host: "127.0.0.1",
      rejectUnauthorized: false,
      maxVersion: "TLSv1.2",
      ciphers: `${suites.join(":")}:@SECLEVEL=0`,
    });
    socket.once("secureConnect", () => {
      resolve(socket.getCipher().name);
      socket.destroy();
    });
    socket.once("error", () => resolve("refused"));
  });
}
