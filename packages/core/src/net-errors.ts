/**
 * What went wrong on the network, in German, for the person who looks at a connection.
 * Codes: errno(3), Node's `tls` and `dns` modules, X509_V_ERR names of OpenSSL.
 */
const TLS_CODES: Record<string, string> = {
  CERT_HAS_EXPIRED: "das Zertifikat ist abgelaufen",
  CERT_NOT_YET_VALID: "das Zertifikat gilt noch nicht",
  DEPTH_ZERO_SELF_SIGNED_CERT:
    "das Zertifikat ist selbst signiert und nicht als vertrauenswürdig eingetragen",
  SELF_SIGNED_CERT_IN_CHAIN: "die Zertifizierungsstelle ist nicht als vertrauenswürdig eingetragen",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "die Zertifizierungsstelle ist nicht als vertrauenswürdig eingetragen",
  UNABLE_TO_GET_ISSUER_CERT: "die Zertifizierungsstelle ist nicht als vertrauenswürdig eingetragen",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "die Zertifizierungsstelle ist nicht als vertrauenswürdig eingetragen",
  CERT_SIGNATURE_FAILURE: "die Signatur des Zertifikats ist falsch",
  ERR_TLS_CERT_ALTNAME_INVALID: "das Zertifikat gilt für einen anderen Namen",
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: "die Gegenseite verlangt ein Client-Zertifikat",
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA:
    "die Gegenseite kennt die Zertifizierungsstelle des Client-Zertifikats nicht",
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: "die Gegenseite nimmt das Client-Zertifikat nicht an",
  ERR_SSL_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE: "die Gegenseite nimmt das Client-Zertifikat nicht an",
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: "die Gegenseite nimmt das Client-Zertifikat nicht an",
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED: "das Client-Zertifikat ist gesperrt",
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: "das Client-Zertifikat ist abgelaufen",
  ERR_SSL_TLSV1_ALERT_DECRYPT_ERROR: "die Gegenseite nimmt das Client-Zertifikat nicht an",
  ERR_SSL_TLSV1_ALERT_ACCESS_DENIED: "die Gegenseite nimmt das Client-Zertifikat nicht an",
};

/** `target` is shown as given, e.g. `192.168.1.5:1883`; it must not hold a secret. */
export function netErrorText(error: unknown, target: string): string {
  const code = codeOf(error);
  if (code === undefined) return `Verbindung zu ${target} fehlgeschlagen`;
  const tls = TLS_CODES[code];
  if (tls !== undefined) return `TLS-Verbindung zu ${target} abgelehnt: ${tls}`;
  switch (code) {
    case "ECONNREFUSED":
      return `Verbindung zu ${target} abgelehnt: dort nimmt kein Dienst Verbindungen an`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EAI_NODATA":
    case "EAI_NONAME":
      return `Der Name in ${target} lässt sich nicht auflösen (DNS)`;
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "EHOSTDOWN":
    case "ENETDOWN":
      return `${target} ist im Netzwerk nicht erreichbar`;
    case "ETIMEDOUT":
    case "ESOCKETTIMEDOUT":
      return `Zeitüberschreitung bei der Verbindung zu ${target}`;
    case "ECONNRESET":
    case "EPIPE":
    case "ECONNABORTED":
      return `${target} hat die Verbindung unterbrochen`;
    case "EMFILE":
    case "ENFILE":
      return "Es sind zu viele Verbindungen oder Dateien offen";
    default:
      if (code === "EPROTO" || code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_")) {
        return `TLS-Verbindung zu ${target} fehlgeschlagen: dort wird kein passendes TLS gesprochen (${code})`;
      }
      return `Verbindung zu ${target} fehlgeschlagen (${code})`;
  }
}

/** The error's code; of several addresses tried, the first one's. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (typeof error === "object" && error !== null && "code" in error && typeof error.code === "string") {
    return error.code;
  }
  return undefined;
}

/** `host:port`, an IPv6 address in brackets. */
export function address(host: string, port: number): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
