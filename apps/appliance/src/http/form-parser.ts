/**
 * The multipart parser, loaded with the first upload. A module of its own, because the bundler turns a lazily
 * imported CommonJS package into its default export alone.
 */
export { Busboy } from "@fastify/busboy";
