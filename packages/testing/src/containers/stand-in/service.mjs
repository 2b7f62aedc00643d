/**
 * Stand-ins for add-ons whose images are not to be had for the tests, in one program: `service.mjs NAME`. Written from the
 * makers' public references; what they do not describe is refused. docs/test-peers.md says what remains unproven.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import http from "node:http";

const [, , name] = process.argv;
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => process.exit(0));

function need(variable) {
  const value = process.env[variable];
  if (!value) fail(`${variable} is not set`);
  return value;
}
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
function json(response, status, value) {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
function serve(port, host, answer) {
  http
    .createServer((request, response) => {
      const url = new URL(request.url ?? "/", "http://stand-in");
      let body = "";
      request.setEncoding("utf8").on("data", (part) => {
        body += part;
      });
      request.on("end", () => answer(`${request.method} ${url.pathname}`, { request, response, url, body }));
    })
    .listen(port, host, () => process.stdout.write(`${name} listens on ${port}\n`));
}
const unknown = (response) => json(response, 404, { message: "not found" });

const SERVICES = {
  /** grafana.com/docs/grafana/latest/developers/http_api: health, and basic authentication of /api/user. */
  grafana() {
    const file = "/var/lib/grafana/password";
    mkdirSync("/var/lib/grafana", { recursive: true });
    if (!existsSync(file)) writeFileSync(file, "admin");
    const folder = "/etc/grafana/provisioning/datasources";
    const sources = existsSync(folder)
      ? readdirSync(folder).flatMap(
          (entry) => JSON.parse(readFileSync(`${folder}/${entry}`, "utf8")).datasources,
        )
      : [];
    serve(3000, "0.0.0.0", (what, { request, response }) => {
      if (what === "GET /api/health") return json(response, 200, { database: "ok", version: "11.6.1" });
      const right = `Basic ${Buffer.from(`admin:${readFileSync(file, "utf8")}`).toString("base64")}`;
      if (what === "GET /api/user" || what === "GET /api/datasources") {
        if (request.headers.authorization !== right)
          return json(response, 401, { message: "Invalid username or password" });
        return json(response, 200, what === "GET /api/user" ? { login: "admin" } : sources);
      }
      if (what === "GET /headers") return json(response, 200, request.headers);
      return unknown(response);
    });
  },
  /** docs.influxdata.com/influxdb/v2/api: /health, /ping, /api/v2/write with the token of the set-up. */
  influxdb() {
    if (need("DOCKER_INFLUXDB_INIT_MODE") !== "setup") fail("unknown mode");
    need("DOCKER_INFLUXDB_INIT_USERNAME");
    if (need("DOCKER_INFLUXDB_INIT_PASSWORD").length < 8) fail("password is too short");
    const file = "/var/lib/influxdb2/set-up.json";
    mkdirSync("/var/lib/influxdb2", { recursive: true });
    // As the real image: only an empty volume is set up.
    if (!existsSync(file)) {
      const own = {
        tokens: [{ id: "00000000000000f0", token: need("DOCKER_INFLUXDB_INIT_ADMIN_TOKEN") }],
        org: need("DOCKER_INFLUXDB_INIT_ORG"),
        bucket: need("DOCKER_INFLUXDB_INIT_BUCKET"),
        lines: [],
      };
      writeFileSync(file, JSON.stringify(own));
    }
    serve(8086, "0.0.0.0", (what, { request, response, url, body }) => {
      // A restore replaces it.
      const state = JSON.parse(readFileSync(file, "utf8"));
      if (what === "GET /health")
        return json(response, 200, { name: "influxdb", status: "pass", version: "v2.7.12" });
      if (what === "GET /ping" || what === "HEAD /ping") {
        return response.writeHead(204, { "X-Influxdb-Build": "OSS", "X-Influxdb-Version": "v2.7.12" }).end();
      }
      if (what === "POST /api/v2/write") {
        if (!state.tokens.some(({ token }) => request.headers.authorization === `Token ${token}`)) {
          return json(response, 401, { code: "unauthorized", message: "unauthorized access" });
        }
        const missing = ["org", "bucket"].find((key) => url.searchParams.get(key) !== state[key]);
        if (missing) return json(response, 404, { code: "not found", message: `${missing} not found` });
        state.lines.push(...body.split("\n").filter(Boolean));
        writeFileSync(file, JSON.stringify(state));
        return response.writeHead(204).end();
      }
      if (what === "GET /lines") return json(response, 200, state.lines);
      return unknown(response);
    });
  },
  /** questdb.com/docs/reference/api/rest: the health check on the HTTP port. */
  questdb() {
    serve(9000, "0.0.0.0", (what, { response }) =>
      what === "GET /ping" ? response.writeHead(204).end() : unknown(response),
    );
  },
  /** github.com/grafana/grafana-image-renderer: answers on /. */
  grafana_ir() {
    serve(8081, "0.0.0.0", (what, { response }) =>
      what === "GET /" ? response.writeHead(200).end("Grafana Image Renderer") : unknown(response),
    );
  },
  /** ngrok.com/docs/agent/api: /api/tunnels, after the agent's configuration file of version 2. */
  ngrok() {
    const config = JSON.parse(readFileSync(need("NGROK_CONFIG"), "utf8"));
    if (config.version !== "2") fail("ERROR: unsupported version of the configuration");
    if (!config.authtoken || config.authtoken.startsWith("bad")) {
      fail("ERROR: authentication failed: The authtoken you specified is not valid. ERR_NGROK_105");
    }
    const [host, port] = config.web_addr.split(":");
    const tunnels = Object.entries(config.tunnels).map(([key, { proto, addr, domain }]) => {
      if (proto !== "http" && proto !== "tcp") fail(`ERROR: unknown proto ${proto}`);
      const where =
        proto === "tcp" ? `tcp://0.tcp.ngrok.io:1${key.slice(1)}` : `https://${domain || `${key}.ngrok.app`}`;
      return {
        name: key,
        proto,
        public_url: where,
        config: { addr: addr.includes("://") ? addr : `http://${addr}` },
      };
    });
    serve(Number(port), host, (what, { response }) => {
      if (what === "GET /api/tunnels") return json(response, 200, { tunnels, uri: "/api/tunnels" });
      if (what === "GET /api/status")
        return json(response, 200, { status: "online", agent_version: "3.22.1" });
      return unknown(response);
    });
  },
  /** tailscale.com/kb/1282/docker: the variables; the state is what `tailscale status --json` prints. */
  tailscale() {
    const key = need("TS_AUTHKEY");
    if (need("TS_USERSPACE") !== "true") fail("needs /dev/net/tun");
    const host = need("TS_HOSTNAME");
    const folder = need("TS_STATE_DIR");
    mkdirSync(folder, { recursive: true });
    const tell = (BackendState) =>
      writeFileSync(
        "/tmp/status.json",
        JSON.stringify({
          Version: "1.82.5-tdeadbeef",
          BackendState,
          TailscaleIPs: BackendState === "Running" ? ["100.101.102.103", "fd7a:115c:a1e0::1"] : null,
          Self: { HostName: host, ...(BackendState === "Running" ? { KeyExpiry: expiry() } : {}) },
        }),
      );
    const expiry = () => {
      const days = Number(/expires-in-(\d+)/.exec(key)?.[1] ?? 180);
      return new Date(Date.now() + days * 86_400_000).toISOString();
    };
    tell("NoState");
    setTimeout(() => tell(key.startsWith("tskey-") ? "Running" : "NeedsLogin"), 3_000);
    setInterval(() => undefined, 60_000);
  },
  /** No maker's: a container that ends at once, as a broken image does. */
  broken() {
    process.stdout.write("starting\nreading settings\n");
    fail("fatal: the new version cannot read the data");
  },
  /** No maker's: 1,000 numbered lines a second. */
  chatty() {
    let number = 0;
    setInterval(() => {
      let text = "";
      for (let i = 0; i < 20; i += 1) text += `line ${(number += 1)}\n`;
      process.stdout.write(text);
    }, 20);
  },
  idle() {
    setInterval(() => undefined, 60_000);
  },
};

/** The command lines of the images. */
const COMMANDS = {
  "grafana-cli"() {
    const rest = process.argv.slice(3).join(" ");
    if (rest !== "cli admin reset-admin-password --password-from-stdin") fail(`unknown command ${rest}`);
    const password = readFileSync(0, "utf8").replace(/\n$/, "");
    if (password.length < 4) fail("Error: ✗ new password is too short");
    writeFileSync("/var/lib/grafana/password", password);
    process.stdout.write("Admin password changed successfully ✔\n");
  },
  /** docs.influxdata.com/influxdb/v2/reference/cli/influx: `backup`, `restore --full`, `user password`, `auth`, with the token of the environment. */
  "influx-cli"() {
    const file = "/var/lib/influxdb2/set-up.json";
    const state = JSON.parse(readFileSync(file, "utf8"));
    const store = (change) => writeFileSync(file, JSON.stringify({ ...state, ...change }));
    const own = need("INFLUX_TOKEN");
    if (!state.tokens.some(({ token }) => token === own))
      fail("Error: failed to back up: 401 Unauthorized: unauthorized access");
    const [what, ...rest] = process.argv.slice(3);
    const folder = rest.at(-1) ?? "";
    if (what === "backup" && rest.length === 1) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${folder}/copy.json`, readFileSync(file));
    } else if (what === "restore" && rest[0] === "--full" && rest.length === 2) {
      writeFileSync(file, readFileSync(`${folder}/copy.json`));
    } else if (
      what === "user" &&
      rest.length === 5 &&
      rest.slice(0, 4).join(" ") === "password --name admin --password"
    ) {
      store({ password: rest[4] });
    } else if (
      what === "auth" &&
      rest.join(" ") === `create --org ${state.org} --operator --json --description Hubwart`
    ) {
      const made = { id: randomBytes(8).toString("hex"), token: randomBytes(64).toString("base64") };
      store({ tokens: [...state.tokens, made] });
      process.stdout.write(JSON.stringify({ ...made, description: "Hubwart", status: "active" }));
    } else if (what === "auth" && rest.join(" ") === "list --json") {
      process.stdout.write(JSON.stringify(state.tokens));
    } else if (what === "auth" && rest.length === 3 && rest.slice(0, 2).join(" ") === "delete --id") {
      store({ tokens: state.tokens.filter(({ id }) => id !== rest[2]) });
    } else fail(`unknown command ${what}`);
  },
  "tailscale-cli"() {
    const rest = process.argv.slice(3).join(" ");
    if (rest !== "status --json") fail(`unknown command ${rest}`);
    if (!existsSync("/tmp/status.json")) fail("failed to connect to local tailscaled");
    process.stdout.write(readFileSync("/tmp/status.json", "utf8"));
  },
};

const run = SERVICES[name] ?? COMMANDS[name];
if (!run) fail(`no stand-in "${name}"`);
run();
