/** What a pod of the device asks ten times a second, and the project with that pod. */
import path from "node:path";
import { writeWorkbook } from "@hubwart/project/workbook";
import { type PeerProcess, waitFor } from "@hubwart/testing";
import type { ImageDevice } from "./image-device.ts";

export class AskedPeer {
  readonly #process: PeerProcess;
  readonly #url: string;

  private constructor(process: PeerProcess, url: string) {
    this.#process = process;
    this.#url = url;
  }

  /** @param port that is free beside the device */
  static async open(device: ImageDevice, port: number): Promise<AskedPeer> {
    const { bind, url } = device.place(port);
    const script = path.join(import.meta.dirname, "asked-peer.mjs");
    const peer = await device.beside([process.execPath, script, bind, String(port)], /^open$/m);
    return new AskedPeer(peer, url);
  }

  /** When it was asked, ms since 1970. */
  asked(): number[] {
    return this.#process.output().split("\n").map(Number).filter(Boolean);
  }

  /** Resolves after further questions. */
  async asksAgain(timeout: number): Promise<void> {
    const before = this.asked().length;
    await waitFor(() => this.asked().length > before + 5, { what: "values", timeout, interval: 200 });
  }

  /** One pod that asks it. */
  project(): Promise<Uint8Array> {
    const sheet = (name: string, ...rows: (string | number)[][]) => ({ name, rows });
    return writeWorkbook([
      sheet("project", ["key", "value"], ["id", "pumpe"], ["name", "Pumpe"]),
      sheet("pods", ["id", "label", "url"], ["http_out.a", "Abfrage", `${this.#url}/`]),
      sheet(
        "http_out",
        ["pod", "channel", "type", "dir", "interval", "path"],
        ["a", "wert", "string", "in", 100, ""],
      ),
    ]);
  }
}
