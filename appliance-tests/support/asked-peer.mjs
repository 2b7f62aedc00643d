/** A server that answers each question with a number, and prints when it was asked (ms since 1970). Arguments: address, port. */
import { createServer } from "node:http";

const [, , address, port] = process.argv;
let asked = 0;
createServer((_request, response) => {
  asked += 1;
  process.stdout.write(`${Date.now()}\n`);
  response.setHeader("content-type", "application/json").end(JSON.stringify({ wert: asked }));
}).listen(Number(port), address, () => process.stdout.write("open\n"));
