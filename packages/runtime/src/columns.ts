/**
 * Columns that several pod types have. Those that mean the same everywhere are whole; of the others the bounds are
 * here, and each type says in its words what they are for:
 *
 *     host: text({ ...HOST, doc: "Host name or address of the mail server.", help: "Name oder Adresse des Mailservers" }),
 *     ...tlsColumns,
 */
import { flag, float, int, text } from "@hubwart/project";
import { HOST_PATTERN } from "./host.ts";
import { POINTER_PATTERN } from "./pointer.ts";

/** A peer that must be named. */
export const HOST = { required: true, maxLength: 255, pattern: HOST_PATTERN } as const;
/** A peer's port. */
export const PORT = { min: 1, max: 65_535 } as const;
/** JSON pointer (RFC 6901) into what is received. */
export const POINTER = { maxLength: 1024, pattern: POINTER_PATTERN } as const;
/** Milliseconds from one reading of a device to the next. */
const READING = { min: 20, max: 86_400_000, unit: "ms" } as const;

/** Where a server listens. */
export const bindColumn = text({
  default: "127.0.0.1",
  maxLength: 45,
  doc: "IP address to listen on. The default reaches this device only; 0.0.0.0 or :: opens it to the network.",
  help: "IP-Adresse, unter der Verbindungen angenommen werden; 127.0.0.1 nur dieses Gerät, 0.0.0.0 alle Netze, :: auch die von IPv6",
});
export const LISTEN_PORT = {
  min: 0,
  max: 65_535,
  doc: "TCP port to listen on; 0 lets the system choose.",
  help: "TCP-Port für eingehende Verbindungen; 0: freie Wahl des Systems",
} as const;
/** Of a server that is nothing without its port. @param scheme of the addresses that its callers then use */
export const servedColumns = (scheme: string) => ({
  bind: bindColumn,
  port: int({ ...LISTEN_PORT, required: true }),
  tls: flag({
    default: false,
    doc: `Encrypted by TLS with the device's own certificate (${scheme}); only for pods that the hub starts itself.`,
    help: `Verschlüsselt mit dem Zertifikat des Geräts (${scheme}); nur für intern gestartete Pods`,
  }),
});

const caColumn = text({
  maxLength: 32_000,
  doc: "Certificate of the authority to trust, PEM text; the public ones and those added to the device if empty.",
  help: "Zertifikat der Zertifizierungsstelle als PEM-Text; leer: öffentliche und am Gerät hinterlegte Stellen",
});
/** Whether the certificate of a peer is verified, and by what. */
const verifying = (peer: string, ofPeer: string) => ({
  verify: flag({
    default: true,
    doc: `Refuse a ${peer} whose certificate cannot be verified.`,
    help: `Zertifikat ${ofPeer} prüfen; nur für Versuche abschalten`,
  }),
  ca: caColumn,
});
export const tlsColumns = verifying("server", "des Servers");
export const brokerTlsColumns = verifying("broker", "des Brokers");

/** Of a peer that asks for it. */
export const passwordColumn = text({ maxLength: 1024, secret: true, doc: "Password.", help: "Passwort" });
/** Where `auth` offers several ways. */
export const basicPasswordColumn = text({
  maxLength: 1024,
  secret: true,
  doc: "Password for auth = basic.",
  help: "Passwort für auth = basic",
});

/** How often a device is read: of the interface, and of a channel that wants it otherwise. */
export const readingIface = int({
  ...READING,
  default: 1000,
  doc: "Default polling interval for channels that do not set their own.",
  help: "Abstand zwischen zwei Lesungen der Channels, die keinen eigenen angeben",
});
export const readingChannel = int({
  ...READING,
  doc: "Time from one reading to the next; that of the interface if empty.",
  help: "Abstand zwischen zwei Lesungen; leer: der der Schnittstelle",
});

/** How long a value holds that comes without being asked for; `ages.ts`. */
export const maxAgeColumn = int({
  min: 1,
  max: 604_800,
  unit: "s",
  doc: "The value counts as uncertain when none came for longer (in and inout). Empty: `max_age` of the table `project`; without that too it holds as long as the connection does.",
  help: "Der Wert gilt als unsicher, wenn länger keiner kam; leer: max_age der Tabelle project, sonst unbegrenzt",
});

/** How a number of the device becomes the value of the channel. */
export const scalingColumns = {
  scale: float({
    default: 1,
    doc: "Value = raw value × scale + offset; not 0.",
    help: "Wert = Rohwert × scale + offset; nicht 0",
  }),
  offset: float({
    default: 0,
    doc: "Value = raw value × scale + offset.",
    help: "Wert = Rohwert × scale + offset",
  }),
} as const;

const PEM = { maxLength: 32_000 } as const;

/** Of a client that a server knows by a certificate; see `client-certificate.ts`. */
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
