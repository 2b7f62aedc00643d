/** Columns of a client that a server knows by a certificate, and what is wrong with what stands in them. */
import { certificateKey, privateKeysPublic } from "@hubwart/core";
import { type PodProblem, text } from "@hubwart/project";
import { caProblems } from "./problems.ts";

const PEM = { maxLength: 32_000 } as const;

export const clientCertificateColumns = {
  cert: text({
    ...PEM,
    doc: "The pod's own certificate (client certificate), PEM text, with the chain behind it if the peer wants it; needs key.",
    help: "Eigenes Zertifikat des Pods (Client-Zertifikat) als PEM-Text, bei Bedarf mit Kette; braucht „key“",
  }),
  key: text({
    ...PEM,
    secret: true,
    doc: "Private key of cert, PEM text without a password.",
    help: "Privater Schlüssel zu „cert“ als PEM-Text, ohne Passwort",
  }),
} as const;

interface Given {
  cert?: string | undefined;
  key?: string | undefined;
}

/** Of the cells by which an interface and its peer know each other. @param encrypted whether TLS is used */
export function tlsProblems(
  where: string,
  config: Given & { ca?: string | undefined },
  encrypted: boolean,
): PodProblem[] {
  return [...clientCertificateProblems(where, config, encrypted), ...caProblems(where, config.ca)];
}

/** Never shows a part of the key. */
function clientCertificateProblems(where: string, { cert, key }: Given, encrypted: boolean): PodProblem[] {
  if (cert === undefined && key === undefined) return [];
  const attribute = cert === undefined ? "cert" : "key";
  if (cert === undefined || key === undefined) {
    const said = "Zertifikat und Schlüssel gehören zusammen";
    return [
      { where, attribute, text: said, hint: "Füllen Sie „cert“ und „key“ aus oder keines von beiden." },
    ];
  }
  if (!encrypted) {
    const hint = "Wählen Sie eine verschlüsselte Verbindung (TLS, https) oder leeren Sie „cert“ und „key“.";
    return [{ where, attribute: "cert", text: "Ein Zertifikat wirkt nur mit TLS", hint }];
  }
  const certified = certificateKey(cert);
  if (certified === undefined) {
    const hint = "Der Text beginnt mit -----BEGIN CERTIFICATE-----.";
    return [{ where, attribute: "cert", text: "Kein Zertifikat im PEM-Format", hint }];
  }
  if (/ENCRYPTED/.test(key)) {
    const hint = "Speichern Sie ihn ohne Passwort, z. B. mit „openssl pkey -in alt.key -out neu.key“.";
    return [{ where, attribute: "key", text: "Der Schlüssel ist mit einem Passwort verschlüsselt", hint }];
  }
  const own = privateKeysPublic(key);
  if (own === undefined) {
    const hint = "Der Text beginnt mit -----BEGIN PRIVATE KEY-----.";
    return [{ where, attribute: "key", text: "Kein privater Schlüssel im PEM-Format", hint }];
  }
  // Of a kind that we do not know, TLS says it.
  if (certified !== "" && own !== "" && certified !== own) {
    const said = "Schlüssel und Zertifikat gehören nicht zueinander";
    return [
      {
        where,
        attribute: "key",
        text: said,
        hint: "Nehmen Sie den Schlüssel, mit dem das Zertifikat beantragt wurde.",
      },
    ];
  }
  return [];
}
