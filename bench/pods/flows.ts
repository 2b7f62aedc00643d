/** Nodes of Node-RED that several jobs need. */
export const flow = { id: "flow", type: "tab", label: "bench" };

export function node(id: string, type: string, more: object, next: string[] = []): object {
  return { id, type, z: "flow", ...more, wires: [next] };
}

/** Broker, topics in to the node `next`, and a node `from` that publishes to the topic of a message. */
export function lan(port: number, next?: string): object[] {
  const broker = {
    id: "lan",
    type: "mqtt-broker",
    broker: "127.0.0.1",
    port: String(port),
    autoConnect: true,
    protocolVersion: "4",
    keepalive: "60",
    cleansession: true,
  };
  const to = { topic: "to/+", qos: "0", datatype: "utf8", broker: "lan", inputs: 0 };
  return [
    flow,
    broker,
    ...(next === undefined ? [] : [node("to", "mqtt in", to, [next])]),
    { ...node("from", "mqtt out", { topic: "", qos: "0", retain: "", broker: "lan" }), wires: [] },
  ];
}

export function code(id: string, func: string, next: string[]): object {
  return node(id, "function", { func, outputs: 1 }, next);
}

/** Counts the values that come, and prints the count twice a second. */
export function counter(id: string, values: string): object {
  const func =
    `const n = (context.get("n") || 0) + ${values}; context.set("n", n);` +
    'if (Date.now() - (context.get("t") || 0) > 500) { context.set("t", Date.now()); node.warn("COUNT " + n + "."); }';
  return code(id, func, []);
}
