/** What is asked of whoever makes certificates, and what comes back. All certificates and keys are PEM texts. */

export interface KeyPair {
  key: string;
  certificate: string;
}

export interface CertificateOrder {
  /** Signs the server's certificate; undefined: a new authority is made. */
  authority: KeyPair | undefined;
  /** Common name of a new authority, at most 64 characters. */
  authorityName: string;
  /** Name and addresses of the server; the first one is its common name. */
  names: readonly string[];
  /** Time the certificates are made for, ms since the epoch. */
  now: number;
}

export interface IssuedCertificates {
  authority: KeyPair;
  server: KeyPair;
}

export type Issuer = (order: CertificateOrder) => Promise<IssuedCertificates>;
