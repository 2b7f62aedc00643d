import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PASSWORD, startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
let token: string;
beforeEach(async () => {
  app = await startTestApp();
  token = await app.setUp();
});
afterEach(() => app.end());

/** As Java's client and curl offer HTTP/2 (RFC 7540, 3.2). */
const OFFER = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\n";

function open(): { socket: Socket; seen: () => string } {
  const { hostname, port } = new URL(app.origin);
  const socket = connect(Number(port), hostname);
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return { socket, seen: () => text };
}
const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
const login = (body: string, more = OFFER) =>
  `POST /admin/api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${more}Content-Length: ${body.length}\r\n\r\n`;

describe("a request that offers another protocol nobody speaks", () => {
  const body = JSON.stringify({ pwd: PASSWORD });

  it("is answered with its body, and its connection ends", async () => {
    const { socket, seen } = open();
    socket.write(login(body) + body);
    await once(socket, "close");
    expect(statuses(seen())).toEqual(["200"]);
    expect(seen()).toContain('"token"');
  });

  it("may send its body later, in pieces", async () => {
    const { socket, seen } = open();
    socket.write(login(body));
    for (const piece of [body.slice(0, 5), body.slice(5, 9), body.slice(9)]) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      socket.write(piece);
    }
    await vi.waitFor(() => expect(statuses(seen())).toEqual(["200"]), { timeout: 10_000 });
    socket.destroy();
  });

  it("may bring a file of some megabytes", async () => {
    let bytes = 0;
    app.handlers.projectRun = async ({ file }) => {
      for await (const chunk of file?.stream ?? []) bytes += (chunk as Buffer).length;
      return { old_hash: "", new_hash: "", restart: false, errors: [] };
    };
    const file = "x".repeat(5_000_000);
    const form = `--x\r\nContent-Disposition: form-data; name="myfile"; filename="a"\r\n\r\n${file}\r\n--x--\r\n`;
    const { socket, seen } = open();
    socket.write(
      `POST /admin/api/project/check HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${OFFER}` +
        `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${form.length}\r\n\r\n${form}`,
    );
    await vi.waitFor(() => expect(statuses(seen())).toEqual(["200"]), { timeout: 15_000 });
    expect(bytes).toBe(file.length);
    socket.destroy();
  });

  it("keeps every check: lengths that contradict each other are refused", async () => {
    const { socket, seen } = open();
    socket.write(login(body, `${OFFER}Transfer-Encoding: chunked\r\n`) + body);
    await once(socket, "close");
    expect(statuses(seen())).toEqual(["400"]);
  });

  it("under a name of somebody else is refused", async () => {
    const { socket, seen } = open();
    socket.write((login(body) + body).replace("Host: localhost", "Host: example.com"));
    await once(socket, "close");
    expect(statuses(seen())).toEqual(["421"]);
  });
});
