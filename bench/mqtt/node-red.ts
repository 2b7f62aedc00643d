/** Node-RED as its users build it, a node for each topic, and at its best, one for all. */
import { startNodeRed as start } from "../support/node-red.ts";
import { TOPICS } from "./load.ts";

export type Style = "per-topic" | "wildcard";

function flows(style: Style, port: number, qos: 0 | 1): unknown[] {
  const broker = {
    id: "broker",
    type: "mqtt-broker",
    broker: "127.0.0.1",
    port: String(port),
    clientid: "bench-node-red",
    autoConnect: true,
    protocolVersion: "4",
    keepalive: "60",
    cleansession: true,
  };
  const out = (id: string, topic: string) => ({
    id,
    type: "mqtt out",
    z: "flow",
    topic,
    qos: String(qos),
    retain: "",
    broker: "broker",
    wires: [],
  });
  const inn = (id: string, topic: string, next: string) => ({
    id,
    type: "mqtt in",
    z: "flow",
    topic,
    qos: String(qos),
    datatype: "buffer",
    broker: "broker",
    inputs: 0,
    wires: [[next]],
  });
  const nodes: unknown[] = [{ id: "flow", type: "tab", label: "bench" }, broker];
  if (style === "wildcard") {
    const code = 'msg.topic = "out/" + msg.topic.slice(3);\nreturn msg;';
    nodes.push(inn("in", "in/#", "fn"), out("out", ""));
    nodes.push({ id: "fn", type: "function", z: "flow", func: code, outputs: 1, wires: [["out"]] });
  } else {
    for (let i = 0; i < TOPICS; i += 1)
      nodes.push(inn(`in${i}`, `in/${i}`, `out${i}`), out(`out${i}`, `out/${i}`));
  }
  return nodes;
}

export function startNodeRed(style: Style, port: number, qos: 0 | 1): Promise<{ stop(): Promise<void> }> {
  return start({ nodes: [], flows: flows(style, port, qos), ready: /Connected to broker/ });
}
