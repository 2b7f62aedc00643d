import { startPymodbusServer } from "@hubwart/testing";
import { code, counter, lan, node } from "../flows.ts";
import type { Job } from "../job.ts";
import { project, range } from "../tables.ts";

const REGISTERS = 100;
const EVERY_MS = 100;

export const modbusClient: Job = {
  what: `modb_client: ${REGISTERS} registers of pymodbus every ${EVERY_MS} ms; one value into a register, read back, to MQTT`,
  start: async ({ broker, publish }) => {
    const device = await startPymodbusServer({
      units: { 1: { holding: { 0: range(REGISTERS + 1, () => 0) } } },
    });
    const pod = "modb_client.bench";
    const row = (channel: string, dir: string, address: number) => ({
      pod: "bench",
      channel,
      type: "int",
      dir,
      address,
      data: "uint16",
    });
    const line = { showStatusActivities: false, logIOActivities: false, showErrors: false, server: "device" };
    return {
      pod,
      tables: project(
        broker,
        { id: pod, host: "127.0.0.1", port: device.port, interval: EVERY_MS },
        [
          "modb_client",
          [
            ...range(REGISTERS, (n) => row(`r${n}`, "in", n)),
            row("back", "in", REGISTERS),
            row("to", "out", REGISTERS),
          ],
        ],
        [
          ["to0", `${pod}.to`],
          [`${pod}.back`, "from0"],
        ],
      ),
      red: {
        nodes: ["node-red-contrib-modbus"],
        flows: [
          ...lan(broker, "number"),
          {
            id: "device",
            type: "modbus-client",
            clienttype: "tcp",
            bufferCommands: true,
            stateLogEnabled: false,
            queueLogEnabled: false,
            failureLogEnabled: true,
            tcpHost: "127.0.0.1",
            tcpPort: String(device.port),
            tcpType: "DEFAULT",
            unit_id: "1",
            commandDelay: "1",
            clientTimeout: "1000",
            reconnectOnTimeout: true,
            reconnectTimeout: "2000",
            parallelUnitIdsAllowed: true,
          },
          node(
            "read",
            "modbus-read",
            {
              ...line,
              topic: "",
              unitid: "1",
              dataType: "HoldingRegister",
              adr: "0",
              quantity: String(REGISTERS + 1),
              rate: String(EVERY_MS),
              rateUnit: "ms",
              delayOnStart: false,
              useIOFile: false,
              ioFile: "",
              useIOForPayload: false,
              emptyMsgOnFail: false,
            },
            ["count", "back"],
          ),
          counter("count", "msg.payload.length"),
          code(
            "back",
            `const v = msg.payload[${REGISTERS}]; if (v === context.get("v")) return null; context.set("v", v); ` +
              'return { topic: "from/0", payload: v };',
            ["from"],
          ),
          code("number", "msg.payload = Number(msg.payload); return msg;", ["write"]),
          node("write", "modbus-write", {
            ...line,
            unitid: "1",
            dataType: "HoldingRegister",
            adr: String(REGISTERS),
            quantity: "1",
            emptyMsgOnFail: false,
            keepMsgProperties: false,
            delayOnStart: false,
          }),
        ],
      },
      count: 1,
      polled: ((REGISTERS + 1) * 1_000) / EVERY_MS,
      send: (lane, value) => publish(`to/${lane}`, value),
      stop: () => device.stop(),
    };
  },
};
