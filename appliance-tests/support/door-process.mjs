/**
 * Runs inside the router's network namespace and makes connections there for whoever asks at the Unix socket
 * named by the first argument, which has no namespace: a line of JSON `{host, port}` is answered by `{}` or
 * `{error}`; from then on the bytes go through.
 */
import net from "node:net";

const LONGEST_LINE = 1_000;
const LONGEST_CONNECT_MS = 5_000;

net
  .createServer({ allowHalfOpen: true }, (asker) => {
    asker.on("error", () => asker.destroy());
    let text = "";
    asker.on("data", function read(bytes) {
      text += bytes.toString("latin1");
      const end = text.indexOf("\n");
      if (end < 0 && text.length < LONGEST_LINE) return;
      asker.off("data", read);
      asker.pause();
      const { host, port } = JSON.parse(text.slice(0, end));
      join(asker, net.connect({ host, port, allowHalfOpen: true }));
    });
  })
  .listen(process.argv[2], () => process.stdout.write("open\n"));

function join(asker, peer) {
  const late = setTimeout(() => peer.destroy(new Error("ETIMEDOUT")), LONGEST_CONNECT_MS);
  let joined = false;
  peer.once("connect", () => {
    clearTimeout(late);
    joined = true;
    asker.write("{}\n");
    asker.pipe(peer);
    peer.pipe(asker);
  });
  peer.once("error", (error) => {
    clearTimeout(late);
    if (joined) asker.destroy();
    else asker.end(`${JSON.stringify({ error: error.code ?? error.message })}\n`);
  });
  asker.once("close", () => peer.destroy());
  peer.once("close", () => asker.end());
}
