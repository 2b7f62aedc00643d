import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { fileName, isoTime, keyOfCertificate, unixSeconds } from "../shapes.ts";

const certificate = z.object({
  issuer: z.string(),
  subject: z.string(),
  valid_start: isoTime(),
  valid_end: isoTime(),
  fingerprint: describe(z.string(), "SHA-256, hexadecimal with colons"),
});

export const certFiles = call({
  method: "GET",
  path: "/resources/certs/files",
  summary: "Root certificates that the device trusts besides the usual ones.",
  needs: "engineer",
  channels: "none",
  origin: "spec",
  mutates: false,
  answer: answer({ files: z.array(z.extend(certificate, { filename: z.string(), ts: unixSeconds() })) }),
});

export const certUpload = call({
  method: "POST",
  path: "/resources/certs/upload",
  summary:
    "Adds a root certificate (PEM, DER or PKCS#7); trusted from then on by every connection of the device and its pods.",
  needs: "admin",
  channels: "none",
  origin: "spec",
  mutates: true,
  upload: { file: "newfile" },
});

export const certDelete = call({
  method: "GET",
  path: "/resources/certs/delete",
  summary: "Removes a root certificate; connections that stand because of it are ended.",
  needs: "admin",
  channels: "none",
  origin: "spec",
  mutates: true,
  query: z.object({ file: fileName() }),
});

export const tlsMeta = call({
  method: "GET",
  path: "/resources/tls/meta",
  summary: "The device's own root and server certificate, and the uploaded one that is used instead.",
  needs: "see",
  channels: "none",
  origin: "spec",
  mutates: false,
  answer: answer({
    root: z.nullable(certificate),
    server: z.nullable(certificate),
    own: z.nullable(
      z.extend(certificate, {
        names: describe(z.array(z.string()), "DNS names and addresses it holds for"),
        kind: describe(z.string(), "kind of its key, German"),
        chain: describe(z.array(z.string()), "names of the certificates that are sent, the server's first"),
        ts: unixSeconds(),
      }),
    ),
  }),
});

export const tlsOwnUpload = call({
  method: "POST",
  path: "/resources/tls/own",
  summary:
    "Puts a server certificate with key and chain (PEM or PKCS#12) in place of the device's own; it has served a connection before.",
  needs: "admin",
  channels: "none",
  mutates: true,
  upload: {
    file: "newfile",
    fields: z.object(keyOfCertificate()),
  },
});

export const tlsOwnRemove = call({
  method: "POST",
  path: "/resources/tls/own/remove",
  summary: "Removes the uploaded server certificate; the device's own is used again.",
  needs: "admin",
  channels: "none",
  mutates: true,
});

export const tlsGenerate = call({
  method: "GET",
  path: "/resources/tls/generate",
  summary: "Makes new certificates; the present ones are deleted irrevocably.",
  needs: "admin",
  channels: "none",
  origin: "spec",
  mutates: true,
});

export const tlsRoot = call({
  method: "GET",
  path: "/resources/tls/root.crt",
  summary: "The device's root certificate (PEM).",
  needs: "see",
  channels: "none",
  origin: "spec",
  mutates: false,
  content: "application/x-x509-ca-cert",
});
