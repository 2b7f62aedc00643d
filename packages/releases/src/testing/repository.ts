/** A real repository in a folder, served over HTTP by a server that can be made slow, cut or wrong. */
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { Scope, systemClock } from "@hubwart/core";
import { packRelease } from "../archive/pack.ts";
import { Publisher, servedFile } from "../publish/index.ts";
import type { Arch } from "../release.ts";

/** True: it has answered itself. */
export type Disturbance = (name: string, request: IncomingMessage, response: ServerResponse) => boolean;

export class TestRepository {
  readonly scope = new Scope();
  /** Moved by tests; the publisher signs at this time. */
  offset = 0;
  disturb: Disturbance = () => false;
  /** Paths asked for, with the range if there was one. */
  readonly asked: string[] = [];
  url = "";
  readonly root: string;
  publisher: Publisher;

  private constructor(root: string) {
    this.root = root;
    this.publisher = this.publisherIn("repository");
  }

  static async start(): Promise<TestRepository> {
    const repository = new TestRepository(await mkdtemp(path.join(os.tmpdir(), "releases-")));
    repository.scope.add(() => rm(repository.root, { recursive: true, force: true }));
    await repository.publisher.create();
    await repository.#listen();
    return repository;
  }

  publisherIn(name: string): Publisher {
    const clock = { ...systemClock, now: () => Date.now() + this.offset };
    return new Publisher({ folder: path.join(this.root, name), clock });
  }

  get folder(): string {
    return path.join(this.root, "repository");
  }

  /** An archive whose main file is `size` bytes that hardly compress. */
  async archive(version: string, options: { arch?: Arch; size?: number; notes?: string } = {}) {
    const { arch = "x64", size = 1000, notes = `Version ${version}` } = options;
    const source = await mkdtemp(path.join(this.root, "source-"));
    await mkdir(path.join(source, "server"));
    const noise = Buffer.alloc(size);
    let state = 1;
    for (let i = 0; i < size; i++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      noise[i] = state >>> 16;
    }
    await writeFile(path.join(source, "server", "main.mjs"), noise);
    await writeFile(path.join(source, "server", "run"), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
    const file = path.join(this.root, `hubwart-${version}-${arch}.tar.br`);
    await packRelease(source, file, { version, arch, notes, quality: 1 });
    return file;
  }

  async #listen(): Promise<void> {
    const server = createServer((request, response) => {
      const name = (request.url ?? "").slice(1);
      const range = request.headers.range;
      this.asked.push(range === undefined ? name : `${name} ${range}`);
      if (this.disturb(name, request, response)) return;
      void this.#serve(name, range, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.scope.add(() => {
      server.closeAllConnections();
      server.close();
    });
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async #serve(name: string, range: string | undefined, response: ServerResponse): Promise<void> {
    const file = servedFile(this.folder, name);
    const size = file === undefined ? undefined : (await stat(file).catch(() => undefined))?.size;
    if (file === undefined || size === undefined) {
      response.writeHead(404).end();
      return;
    }
    const start = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? "0");
    response.writeHead(range === undefined ? 200 : 206, {
      "content-length": size - start,
      ...(range === undefined ? {} : { "content-range": `bytes ${start}-${size - 1}/${size}` }),
    });
    createReadStream(file, { start }).pipe(response);
  }
}
