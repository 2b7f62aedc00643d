/**
 * An authenticator made by hand (W3C Web Authentication, level 3, 6.1 and 6.5), every part of whose answers a test may spoil.
 *
 *     const key = new Authenticator();
 *     const created = key.create(options, "https://hub.example");
 *     const answer = key.get(request, "https://hub.example", { verified: false });
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { PasskeyAnswer, PasskeyCreated, PasskeyCreation, PasskeyRequest } from "@hubwart/contract";

interface Spoilt {
  /** The person showed a finger or typed a PIN. */
  verified?: boolean;
  rpId?: string;
  challenge?: string;
  counter?: number;
}

const [PRESENT, VERIFIED, WITH_KEY] = [0x01, 0x04, 0x40];
const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

export class Authenticator {
  readonly id: string;
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  #counter = 0;

  constructor(id = randomBytes(16).toString("base64url")) {
    this.id = id;
  }

  create({ challenge, rp }: PasskeyCreation, origin: string, spoilt: Spoilt = {}): PasskeyCreated {
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.from([id.length >> 8, id.length & 255]);
    const data = Buffer.concat([
      this.#data({ rpId: rp.id, ...spoilt }, WITH_KEY),
      Buffer.alloc(16),
      length,
      id,
      this.#publicKey(),
    ]);
    const size = Buffer.from([0x59, data.length >> 8, data.length & 255]);
    const attestation = [
      text(0xa3, "fmt"),
      text("none"),
      text("attStmt"),
      Buffer.from([0xa0]),
      text("authData"),
    ];
    return {
      id: this.id,
      clientDataJSON: client("webauthn.create", spoilt.challenge ?? challenge, origin).toString("base64url"),
      attestationObject: Buffer.concat([...attestation, size, data]).toString("base64url"),
      transports: ["internal"],
    };
  }

  get({ challenge, rpId }: PasskeyRequest, origin: string, spoilt: Spoilt = {}): PasskeyAnswer {
    const clientData = client("webauthn.get", spoilt.challenge ?? challenge, origin);
    this.#counter += 1;
    const data = this.#data({ rpId, ...spoilt });
    const signed = Buffer.concat([data, sha256(clientData)]);
    return {
      id: this.id,
      clientDataJSON: clientData.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: sign("sha256", signed, this.#keys.privateKey).toString("base64url"),
    };
  }

  #data({ counter = this.#counter, rpId = "", verified = true }: Spoilt, more = 0): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = PRESENT | (verified ? VERIFIED : 0) | more;
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  }

  /** COSE (RFC 9053, 7.1.1): EC2, ES256, P-256. */
  #publicKey(): Buffer {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const head = Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]);
    return Buffer.concat([
      head,
      Buffer.from(x, "base64url"),
      Buffer.from([0x22, 0x58, 32]),
      Buffer.from(y, "base64url"),
    ]);
  }
}

function client(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** A short text in CBOR (RFC 8949, 3.1), behind other bytes. */
function text(...parts: (number | string)[]): Buffer {
  const last = String(parts.at(-1));
  const before = parts.slice(0, -1).map(Number);
  return Buffer.concat([Buffer.from([...before, 0x60 + last.length]), Buffer.from(last)]);
}
