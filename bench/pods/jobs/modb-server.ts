import { once } from "node:events";
import { connect, Socket } from "node:net";
import { freePort, waitFor } from "@hubwart/testing";
import { code, lan, node } from "../flows.ts";
import type { Job, Plant } from "../job.ts";
import { project, range } from "../tables.ts";

/** All are read. */
const REGISTERS = 100;
/** The address that the node of Node-RED is told counts by 8 bytes. */
const STEP = 4;
const WRITTEN = REGISTERS / STEP;
const READ_MS = 5;

/** Reads all registers again and again (Modbus TCP, function 3), and tells what they hold. */
async function startReader(port: number, { lanes }: Plant): Promise<() => void> {
  let socket = new Socket();
  await waitFor(
    async () => {
      socket = connect({ host: "127.0.0.1", port, noDelay: true });
      await once(socket, "connect");
      return true;
    },
    { what: "the server", timeout: 30_000 },
  );
  const ask = () => socket.write(Buffer.from([0, 1, 0, 0, 0, 6, 1, 3, 0, 0, 0, REGISTERS]));
  const LENGTH = 9 + 2 * REGISTERS;
  let rest = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= LENGTH) {
      for (let n = 0; n < WRITTEN; n += 1) lanes.arrived(n, rest.readUInt16BE(9 + 2 * STEP * n));
      rest = rest.subarray(LENGTH);
      setTimeout(ask, READ_MS);
    }
  });
  socket.on("error", () => undefined);
  ask();
  return () => void socket.destroy();
}

export const modbusServer: Job = {
  what: `modb_server: MQTT to ${WRITTEN} of ${REGISTERS} registers, all read by one client ${READ_MS} ms after the answer before`,
  start: async (plant) => {
    const { broker, publish } = plant;
    const port = await freePort();
    const pod = "modb_server.bench";
    let end = () => {};
    return {
      pod,
      tables: project(
        broker,
        { id: pod, bind: "127.0.0.1", port },
        [
          "modb_server",
          range(REGISTERS, (n) => ({
            pod: "bench",
            channel: `r${n}`,
            type: "int",
            address: n,
            data: "uint16",
          })),
        ],
        range(WRITTEN, (n) => [`to${n}`, `${pod}.r${STEP * n}`] as const),
      ),
      red: {
        nodes: ["node-red-contrib-modbus"],
        flows: [
          ...lan(broker, "fn"),
          code(
            "fn",
            'return { payload: { value: Number(msg.payload), register: "holding", address: Number(msg.topic.slice(3)), ' +
              "disablemsgoutput: 1 } };",
            ["server"],
          ),
          node("server", "modbus-server", {
            logEnabled: false,
            hostname: "127.0.0.1",
            serverPort: String(port),
            responseDelay: 0,
            delayUnit: "ms",
            coilsBufferSize: 10_000,
            holdingBufferSize: 10_000,
            inputBufferSize: 10_000,
            discreteBufferSize: 10_000,
            showErrors: false,
          }),
        ],
      },
      async connect() {
        end = await startReader(port, plant);
      },
      count: WRITTEN,
      send: (lane, value) => publish(`to/${lane}`, value),
      stop() {
        end();
        return Promise.resolve();
      },
    };
  },
};
