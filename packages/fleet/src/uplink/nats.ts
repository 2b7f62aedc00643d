/** NATS' client by name: the package is CommonJS, whose names an import() of the bundle does not find. */
export { connect, headers } from "@nats-io/transport-node";
