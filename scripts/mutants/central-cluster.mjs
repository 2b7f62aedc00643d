/** @type {import("./index.mjs").Mutant[]} */
export const centralCluster = [
  {
    breaks: "a server that comes back lets in who was locked out while it was away",
    file: "apps/central/src/bus/servers.ts",
    search: "if (last === undefined || now - last > SILENT_MS) this.#came();",
    replace: "if (last !== undefined && now - last > SILENT_MS) this.#came();",
    tests: ["apps/central/src/bus/servers.test.ts"],
  },
  {
    breaks: "any hub may join the cluster as a server",
    file: "apps/central/src/programs/cluster.ts",
    search: '  authorization: { user: ${ACCOUNT}, password: "${password}", timeout: 10 }\n',
    replace: "",
    tests: ["apps/central/src/programs/cluster.test.ts"],
  },
  {
    breaks: "every central's servers ask for the same password",
    file: "apps/central/src/programs/cluster.ts",
    search: 'createHmac("sha256", secret)',
    replace: 'createHmac("sha256", secret.subarray(0, 4))',
    tests: ["apps/central/src/programs/cluster.test.ts"],
  },
  {
    breaks: "a batch that went down with its server is not missed",
    file: "apps/central/src/feeds/intake.ts",
    search: "place > this.#place + (message.reply ? 1 : 0)",
    replace: "place > this.#place + (message.reply ? 1 : 1e9)",
    tests: ["apps/central/src/feeds/intake.test.ts"],
  },
  {
    breaks: "acknowledgements that went down with a server keep the reader waiting",
    file: "apps/central/src/feeds/intake.ts",
    search: "if (this.#missed > 1) this.again();",
    replace: "",
    tests: ["apps/central/src/feeds/intake.test.ts"],
  },
  {
    breaks: "three copies are asked for where there are two servers",
    file: "apps/central/src/config.ts",
    search: "(servers === 0 || servers === 2)",
    replace: "servers === 0",
    tests: ["apps/central/src/config.test.ts"],
  },
  {
    breaks: "servers of a cluster look for one another at addresses that no certificate holds for",
    file: "apps/central/src/programs/cluster.ts",
    search: "  advertise: ${JSON.stringify(routes[index])}\n",
    replace: "",
    tests: ["apps/central/src/programs/cluster.test.ts"],
  },
];
