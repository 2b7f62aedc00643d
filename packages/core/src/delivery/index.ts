/** Delivering what waits to a target over the network: shared by everything that must not be lost while it is away. */
export { Deliverer, type DeliveryQueue } from "./deliverer.ts";
export { type Exchange, type ExchangeAnswer, exchange, saying } from "./exchange.ts";
export { influxWrite } from "./influx-write.ts";
export { type FieldValue, point } from "./line-protocol.ts";
export { openSpool, type Spool } from "./spool.ts";
export { EXCHANGE_MS, TargetError } from "./target-error.ts";
