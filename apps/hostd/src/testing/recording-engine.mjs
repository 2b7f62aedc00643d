/**
 * Stands in for a container engine and notes what it is told, a line of JSON a request. No container runs: what counts is
 * what anybody can make the device service ask for. Answers are those of the Docker Engine API 1.41 (its public reference).
 *
 *     node recording-engine.mjs SOCKET NOTES
 */
import { appendFileSync, chmodSync, rmSync } from "node:fs";
import http from "node:http";

const [socket, notes] = process.argv.slice(2);
const made = new Map();

function answer(method, pathname, query, body) {
  if (pathname === "/version")
    return [200, { Version: "20.10.24", ApiVersion: "1.41", Components: [{ Name: "Engine" }] }];
  if (pathname === "/containers/json" || pathname === "/networks") return [200, []];
  if (pathname === "/containers/create") {
    made.set(query.get("name"), body);
    return [201, { Id: "a".repeat(64), Warnings: [] }];
  }
  const [, kind, name, verb] = pathname.split("/").map(decodeURIComponent);
  if (kind === "images" && name === "create") return [200, { status: "Pulling" }];
  if (kind === "networks") return [200, { Id: "b".repeat(64), Name: name }];
  if (kind !== "containers") return [404, { message: "no such thing" }];
  if (!made.has(name)) return [404, { message: `No such container: ${name}` }];
  if (verb === "json") return [200, inspected(name)];
  if (verb === "exec") return [201, { Id: "c".repeat(64) }];
  return [verb === "start" || verb === "stop" ? 204 : 200, {}];
}

function inspected(name) {
  const { Image, Labels } = made.get(name);
  const state = {
    Status: "running",
    StartedAt: "2026-01-01T00:00:00Z",
    ExitCode: 0,
    OOMKilled: false,
    Error: "",
  };
  return {
    Id: "a".repeat(64),
    Name: `/${name}`,
    Image: `sha256:${"0".repeat(64)}`,
    Config: { Image, Labels },
    State: state,
  };
}

const server = http.createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://engine");
  const plain = pathname.replace(/^\/v[0-9.]+/, "");
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    const json = request.headers["content-type"]?.includes("json")
      ? JSON.parse(Buffer.concat(parts).toString() || "{}")
      : {};
    const line = { method: request.method, path: plain, query: Object.fromEntries(searchParams), body: json };
    appendFileSync(notes, `${JSON.stringify(line)}\n`);
    if (plain === "/events") {
      response.writeHead(200).flushHeaders();
      return;
    }
    const [status, body] = answer(request.method, plain, searchParams, json);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(status === 204 ? undefined : JSON.stringify(body));
  });
});
rmSync(socket, { force: true });
server.listen(socket, () => {
  chmodSync(socket, 0o660);
  process.stdout.write("ready\n");
});
