/** A certificate authority, a server certificate (of this machine unless told otherwise), and those of clients, made with openssl. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** PEM texts, as a server of Node takes them. */
interface Pair {
  cert: string;
  key: string;
}

export interface TestCertificates {
  /** PEM text of the authority. */
  ca: string;
  /** Of the server. */
  pair: Pair;
  caFile: string;
  certFile: string;
  keyFile: string;
}

const THIS_MACHINE = ["DNS:localhost", "IP:127.0.0.1", "IP:::1"];

/** Writes the files into `folder`, which must exist. @param names of the server, as openssl has them */
export async function makeCertificates(
  folder: string,
  names: readonly string[] = THIS_MACHINE,
): Promise<TestCertificates> {
  const at = (name: string) => path.join(folder, name);
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const authority = ["-days", "2", "-subj", "/CN=Test CA", "-addext", "basicConstraints=critical,CA:TRUE"];
  await run("openssl", ["req", "-x509", ...key, ...authority, "-keyout", at("ca.key"), "-out", at("ca.pem")]);
  const server = ["-subj", "/CN=localhost", "-keyout", at("server.key"), "-out", at("server.csr")];
  await run("openssl", ["req", ...key, ...server]);
  await writeFile(at("server.ext"), `subjectAltName=${names.join()}\n`);
  const issuer = ["-CA", at("ca.pem"), "-CAkey", at("ca.key"), "-CAcreateserial"];
  const request = ["-in", at("server.csr"), "-days", "2", "-extfile", at("server.ext")];
  await run("openssl", ["x509", "-req", ...request, ...issuer, "-out", at("server.pem")]);
  const text = (name: string) => readFile(at(name), "utf8");
  return {
    ca: await text("ca.pem"),
    pair: { cert: await text("server.pem"), key: await text("server.key") },
    caFile: at("ca.pem"),
    certFile: at("server.pem"),
    keyFile: at("server.key"),
  };
}

/** The same, of which nothing stays on the disk. */
export async function makePair(names?: readonly string[]): Promise<Pick<TestCertificates, "ca" | "pair">> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-pair-"));
  try {
    return await makeCertificates(folder, names);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** PEM texts of a client that the authority in `folder`, made by `makeCertificates`, vouches for. */
export async function makeClientCertificate(folder: string, name: string): Promise<Pair> {
  const at = (ending: string) => path.join(folder, `${name}.${ending}`);
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  await run("openssl", ["req", ...key, "-subj", `/CN=${name}`, "-keyout", at("key"), "-out", at("csr")]);
  const ca = (ending: string) => path.join(folder, `ca.${ending}`);
  const issuer = ["-CA", ca("pem"), "-CAkey", ca("key"), "-CAcreateserial", "-days", "2"];
  await run("openssl", ["x509", "-req", "-in", at("csr"), ...issuer, "-out", at("pem")]);
  return { cert: await readFile(at("pem"), "utf8"), key: await readFile(at("key"), "utf8") };
}
