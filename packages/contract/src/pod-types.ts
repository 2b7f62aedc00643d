/**
 * The pod types there are. Whoever adds one begins here: the compiler then asks for its schema, its implementation, what others know of
 * it, its notes and its name in the console, each a line that leads into the type's own folder.
 */
export type PodType =
  | "knx"
  | "mqtt"
  | "http_in"
  | "http_out"
  | "modb_client"
  | "modb_server"
  | "s7_client"
  | "mbus"
  | "asset"
  | "email"
  | "chat"
  | "ping";
