import net from "node:net";

/** One line to a Unix socket; what is answered until the service closes the connection. */
export function sayTo(socket: string, content: string | Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const client = net.connect(socket);
    let text = "";
    client.setEncoding("utf8");
    client.on("connect", () => client.end(content));
    client.on("data", (part: string) => {
      text += part;
    });
    client.on("error", reject);
    client.on("close", () => resolve(text));
  });
}
