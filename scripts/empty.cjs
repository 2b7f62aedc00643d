// Stands in for modules that are left out of the bundles (build.mjs).
module.exports = {};
