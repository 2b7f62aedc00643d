/** The `.enc` files against Debian's `age`, in both directions. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuiltChildren, buildChildren, PROJECT_CHILDREN } from "../../testing/children.ts";
import { CostlyFileError, createCipher, type StreamCipher } from "./cipher.ts";

const PASSWORD = "Ein Passwort mit Ümläuten 1!";
const folder = useSharedFolder();
let children: BuiltChildren;
let cipher: StreamCipher;
beforeAll(async () => {
  children = await buildChildren(PROJECT_CHILDREN);
  cipher = createCipher(path.join(children.folder, "cipher-child.mjs"));
});
afterAll(() => children.remove());

/** `age` asks for passwords on a terminal only; `script` gives it one. */
function age(args: string, passwords: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile("script", ["-qec", `age ${args}`, "/dev/null"], (error, stdout) =>
      error ? reject(new Error(`${error.message}\n${stdout}`)) : resolve(stdout),
    );
    for (const password of passwords) child.stdin?.write(`${password}\n`);
  });
}

describe("a stored file with password", () => {
  it("is opened by the standard age tool, and opens what that tool made", async () => {
    const plain = path.join(folder(), "plain");
    const content = randomBytes(3_000_000);
    await writeFile(plain, content);
    await cipher.encrypt(plain, `${plain}.enc`, PASSWORD);
    expect((await stat(`${plain}.enc`)).mode & 0o777).toBe(0o600);
    const header = (await readFile(`${plain}.enc`)).subarray(0, 100).toString("latin1");
    expect(header).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 15\n/);
    await age(`-d -o ${plain}.out ${plain}.enc`, [PASSWORD]);
    expect((await readFile(`${plain}.out`)).equals(content)).toBe(true);

    await age(`-p -o ${plain}.age ${plain}`, [PASSWORD, PASSWORD]);
    const stream = await cipher.decrypt(`${plain}.age`, PASSWORD);
    if (!stream) throw new Error("the password was not accepted");
    expect((await buffer(stream)).equals(content)).toBe(true);
  });

  it("refuses a wrong password before a byte comes out", async () => {
    const plain = path.join(folder(), "second");
    await writeFile(plain, "geheim");
    await cipher.encrypt(plain, `${plain}.enc`, PASSWORD);
    expect(await cipher.decrypt(`${plain}.enc`, "falsch")).toBeUndefined();
    await expect(age(`-d -o ${plain}.out ${plain}.enc`, ["falsch"])).rejects.toThrow("incorrect passphrase");
  });

  it("fails, and does not end early, for a damaged file", async () => {
    const plain = path.join(folder(), "third");
    await writeFile(plain, randomBytes(1_000_000));
    await cipher.encrypt(plain, `${plain}.enc`, PASSWORD);
    const bytes = await readFile(`${plain}.enc`);
    await writeFile(`${plain}.cut`, bytes.subarray(0, 500_000));
    const stream = await cipher.decrypt(`${plain}.cut`, PASSWORD);
    if (!stream) throw new Error("the password was not accepted");
    await expect(buffer(stream)).rejects.toThrow("damaged");
    await writeFile(`${plain}.bad`, "not age at all");
    await expect(cipher.decrypt(`${plain}.bad`, PASSWORD)).rejects.toThrow("decryption failed");
  });

  it("refuses a file that would take gigabytes to open, before it tries", async () => {
    const costly = path.join(folder(), "costly");
    const stanza = "-> scrypt AAAAAAAAAAAAAAAAAAAAAA 20";
    await writeFile(costly, `age-encryption.org/v1\n${stanza}\n${"A".repeat(43)}\n--- ${"A".repeat(43)}\n`);
    await expect(cipher.decrypt(costly, PASSWORD)).rejects.toThrow(CostlyFileError);
    // Strangers get less.
    const plain = path.join(folder(), "cheap");
    await writeFile(plain, "x");
    await cipher.encrypt(plain, `${plain}.enc`, PASSWORD);
    await expect(cipher.decrypt(`${plain}.enc`, PASSWORD, 14)).rejects.toThrow(CostlyFileError);
    expect(await cipher.decrypt(`${plain}.enc`, PASSWORD, 15)).toBeDefined();
  });

  it("keeps the password out of arguments and environment of its process", async () => {
    const seen: string[] = [];
    const plain = path.join(folder(), "fourth");
    await writeFile(plain, randomBytes(20_000_000));
    const over = new AbortController();
    const work = cipher.encrypt(plain, `${plain}.enc`, PASSWORD).finally(() => over.abort());
    while (!over.signal.aborted) {
      for (const pid of await childrenOf(process.pid)) {
        for (const name of ["cmdline", "environ"]) {
          seen.push(await readFile(`/proc/${pid}/${name}`, "utf8").catch(() => ""));
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await work;
    expect(seen.some((text) => text.includes("cipher-child.mjs"))).toBe(true);
    expect(seen.filter((text) => text.includes(PASSWORD))).toEqual([]);
  });
});

async function childrenOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return text.split(" ").filter(Boolean);
}

describe("a stream with password", () => {
  it("is opened by the standard age tool", async () => {
    const content = randomBytes(3_000_000);
    const encrypted = await cipher.encryptStream(Readable.from([content]), PASSWORD);
    const file = path.join(folder(), "stream.enc");
    await writeFile(file, encrypted);
    await age(`-d -o ${file}.out ${file}`, [PASSWORD]);
    expect((await readFile(`${file}.out`)).equals(content)).toBe(true);
  });
  it("fails when what it encrypts fails, instead of ending early", async () => {
    async function* broken() {
      yield randomBytes(1_000_000);
      await Promise.resolve();
      throw new Error("the source broke");
    }
    const encrypted = await cipher.encryptStream(Readable.from(broken()), PASSWORD);
    await expect(buffer(encrypted)).rejects.toThrow("damaged");
  });
});
