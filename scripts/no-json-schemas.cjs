// Stands in for Fastify's compilers of JSON schemas: our routes have none (bundle.mjs).
module.exports = () => () => {
  throw new Error("a route has a JSON schema; calls are checked by their definitions (packages/contract)");
};
