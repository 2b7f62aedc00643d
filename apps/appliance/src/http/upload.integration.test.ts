import { once } from "node:events";
import { connect } from "node:net";
import { LIMITS } from "@hubwart/contract";
import { errorText } from "@hubwart/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PASSWORD, startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
let token: string;
/** What the handler saw: bytes of the file, its name, the fields. */
let seen: { bytes: number; filename: string; fields: unknown } | undefined;

beforeEach(async () => {
  app = await startTestApp();
  token = await app.setUp();
  seen = undefined;
  app.handlers.projectRun = async ({ file, fields }) => {
    let bytes = 0;
    for await (const chunk of file?.stream ?? []) bytes += (chunk as Buffer).length;
    seen = { bytes, filename: file?.filename ?? "none", fields: fields() };
    return { old_hash: "", new_hash: "", restart: false, errors: [] };
  };
});
afterEach(() => app.end());

async function upload(form: FormData): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${app.origin}/admin/api/project/check`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return { status: response.status, body: await response.json() };
}
function form(parts: [string, string | Blob, string?][]): FormData {
  const data = new FormData();
  for (const [name, value, filename] of parts) {
    if (typeof value === "string") data.append(name, value);
    else data.append(name, value, filename);
  }
  return data;
}

describe("an upload", () => {
  it("is streamed, with the fields before and behind the file", async () => {
    const file = new Blob([new Uint8Array(3_000_000)]);
    const { status } = await upload(
      form([
        ["mode", "check"],
        ["myfile", file, "Übung.xlsx"],
        ["pwd", "{}"],
      ]),
    );
    expect(status).toBe(200);
    expect(seen).toEqual({ bytes: 3_000_000, filename: "Übung.xlsx", fields: { mode: "check", pwd: "{}" } });
  });
  it("has a file name without folders", async () => {
    await upload(form([["myfile", new Blob(["x"]), "../../etc/passwd"]]));
    expect(seen?.filename).toBe("passwd");
  });
  it("takes the named file only", async () => {
    const parts = form([
      ["other", new Blob(["aaaa"]), "a"],
      ["myfile", new Blob(["x"]), "b"],
    ]);
    expect((await upload(parts)).status).toBe(200);
    expect(seen?.bytes).toBe(1);
  });
  it("with a field that does not fit is refused by the field's name", async () => {
    const { status, body } = await upload(
      form([
        ["mode", "destroy"],
        ["myfile", new Blob(["x"]), "b"],
      ]),
    );
    expect(status).toBe(400);
    expect(body).toMatchObject({ fields: [{ field: "mode" }] });
  });
  it("beyond the limit is 413, and the appliance stays small and alive", async () => {
    const megabyte = new Uint8Array(1024 * 1024);
    const file = new Blob(Array.from({ length: 200 }, () => megabyte));
    const { status } = await upload(form([["myfile", file, "large"]]));
    expect(status).toBe(413);
    expect(LIMITS.uploadBytes).toBeLessThan(200 * 1024 * 1024);
    expect((await app.get("/info", token)).status).toBe(200);
  });
  it("that the handler does not read to its end is let go", async () => {
    app.handlers.projectRun = async () => ({ old_hash: "", new_hash: "", restart: false, errors: [] });
    const { status } = await upload(form([["myfile", new Blob([new Uint8Array(5_000_000)]), "a"]]));
    expect(status).toBe(200);
    expect((await app.get("/info", token)).status).toBe(200);
  });
  it("without a session is refused before its body is read", async () => {
    token = "none";
    expect((await upload(form([["myfile", new Blob(["x"]), "a"]]))).status).toBe(401);
    expect(seen).toBeUndefined();
  });
});

describe("a broken upload", () => {
  const raw = (body: string, length = body.length) =>
    new Promise<string>((resolve) => {
      const { hostname, port } = new URL(app.origin);
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `POST /admin/api/project/check HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
            `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n${body}`,
        );
        if (length > body.length) socket.end();
      });
      let text = "";
      socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
      socket.on("close", () => resolve(text));
      socket.on("error", () => resolve(text));
    });
  const head = '--x\r\nContent-Disposition: form-data; name="myfile"; filename="a"\r\n\r\n';

  it.each([
    ["ends in the middle of the file", `${head}abc`],
    ["has no boundary", "hello"],
    ["has nothing", ""],
  ])("that %s is a clear refusal", async (_what, body) => {
    expect(await raw(body)).toMatch(/^HTTP\/1\.1 400/);
    expect(seen).toBeUndefined();
  });
  it("whose caller goes away ends the handler", async () => {
    const failed: unknown[] = [];
    app.handlers.projectRun = async ({ file }) => {
      try {
        for await (const chunk of file?.stream ?? []) expect(chunk).toBeDefined();
      } catch (error) {
        failed.push(error);
        throw error;
      }
      return { old_hash: "", new_hash: "", restart: false, errors: [] };
    };
    await raw(`${head}abc`, 10_000);
    await vi.waitFor(() => expect(failed).toHaveLength(1), { timeout: 10_000 });
    expect(errorText(failed[0])).toContain("Übertragung brach ab");
    expect(app.log.entries.filter((entry) => entry.level === "error")).toEqual([]);
  });
});

describe("an upload that was begun", () => {
  const LENGTH = 200;
  /** Sends the head and a little, runs `meanwhile`, sends the rest. @returns the first line of the answer */
  async function around(meanwhile: () => Promise<unknown>): Promise<string> {
    const head = '--x\r\nContent-Disposition: form-data; name="myfile"; filename="a"\r\n\r\nabc';
    const tail = "\r\n--x--\r\n";
    const { hostname, port } = new URL(app.origin);
    const socket = connect(Number(port), hostname);
    let text = "";
    socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
    socket.write(
      `POST /admin/api/project/check HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${LENGTH}\r\n\r\n${head}`,
    );
    await vi.waitFor(() => expect(begun).toBe(true), { timeout: 10_000 });
    await meanwhile();
    socket.write("a".repeat(LENGTH - head.length - tail.length) + tail);
    await once(socket, "close");
    return text.split("\r\n")[0] ?? "";
  }
  let begun = false;
  beforeEach(() => {
    begun = false;
    const read = app.handlers.projectRun;
    app.handlers.projectRun = async (request) => {
      begun = true;
      return await (read?.(request) ?? expect.fail());
    };
  });

  it("ends as it should where nothing happens", async () => {
    expect(await around(async () => undefined)).toContain(" 200 ");
    expect(seen?.filename).toBe("a");
  });
  it("is refused once another password is set", async () => {
    const change = { old: PASSWORD, new: "Ein anderes Passwort 2!" };
    const line = await around(async () =>
      expect((await app.post("/system/change_pw", change, token)).body).toMatchObject({ code: 0 }),
    );
    expect(line).toContain(" 401 ");
    expect(seen).toBeUndefined();
  });
  it("is refused once its session signed out", async () => {
    const line = await around(async () => expect((await app.get("/logout", token)).status).toBe(200));
    expect(line).toContain(" 401 ");
    expect(seen).toBeUndefined();
  });
});

describe("public files that break off", () => {
  it("are no defect of the device", async () => {
    const { hostname, port } = new URL(app.origin);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /admin/api/resources/htdocs/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
        "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000\r\n\r\n" +
        '--x\r\nContent-Disposition: form-data; name="newfile"; filename="a.zip"\r\n\r\nPK',
    );
    const jobs = async () =>
      (await app.get("/jobs", token)).body["jobs"] as { state: string; message: string }[];
    await vi.waitFor(async () => expect((await jobs())[0]?.state).toBe("running"), { timeout: 10_000 });
    socket.resetAndDestroy();
    await vi.waitFor(async () => expect((await jobs())[0]?.state).toBe("failed"), { timeout: 10_000 });
    expect((await jobs())[0]?.message).toContain("Die Übertragung brach ab.");
    expect(app.log.entries.filter(({ level }) => level === "error")).toEqual([]);
  });
});

describe("a form that says two things", () => {
  const file = () => new Blob(["x".repeat(200_000)]);
  it.each([
    [
      "another action than its address, before the file",
      [
        ["mode", "upload"],
        ["myfile", file(), "a"],
      ],
      "mode",
    ],
    [
      "another action than its address, behind it",
      [
        ["myfile", file(), "a"],
        ["mode", "upload"],
      ],
      "mode",
    ],
    [
      "a field twice",
      [
        ["pwd", "{}"],
        ["myfile", file(), "a"],
        ["pwd", '{"use":true}'],
      ],
      "pwd",
    ],
    [
      "two files",
      [
        ["myfile", file(), "a"],
        ["myfile", file(), "b"],
      ],
      "myfile",
    ],
  ] as [string, [string, string | Blob, string?][], string][])(
    "is refused: %s",
    async (_what, parts, field) => {
      const { status, body } = await upload(form(parts));
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({ fields: [{ field, message: expect.any(String) }] }),
      ]);
      expect(seen).toBeUndefined();
    },
  );
});

describe("a licence key as a form", () => {
  const send = async (parts: [string, string | Blob, string?][]) => {
    const keys: string[] = [];
    app.handlers.licenseUpload = async ({ body }) => {
      keys.push(body.key);
      return { changed: true };
    };
    const response = await fetch(`${app.origin}/admin/api/license/upload`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: form(parts),
    });
    return [response.status, keys];
  };
  it("is taken from the field newfile, text or file, and from nothing else", async () => {
    expect(await send([["newfile", " AAAA-BBBB "]])).toEqual([200, ["AAAA-BBBB"]]);
    expect(await send([["newfile", new Blob(["AAAA-BBBB\n"]), "key.txt"]])).toEqual([200, ["AAAA-BBBB"]]);
    expect(await send([["key", "AAAA-BBBB"]])).toEqual([400, []]);
    expect(
      await send([
        ["newfile", new Blob(["A"]), "key.txt"],
        ["newfile", "B"],
      ]),
    ).toEqual([400, []]);
    expect(await send([["newfile", new Blob(["A".repeat(70_000)]), "key.txt"]])).toEqual([413, []]);
  });
});
