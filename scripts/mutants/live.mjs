/** @type {import("./index.mjs").Mutant[]} */
export const live = [
  {
    breaks: "messages of strangers may be of any depth",
    file: "packages/live/src/peer.ts",
    search: "if (!withinBounds(text, { depth, members })) return undefined;",
    replace: "",
    tests: ["packages/live/src/live.test.ts"],
  },
  {
    breaks: "a connection sends as fast as it likes",
    file: "packages/live/src/peer.ts",
    search: "    this.#socket.pause();\n",
    replace: "",
    tests: ["packages/live/src/live.test.ts"],
  },
  {
    breaks: "a connection that answers no ping stays",
    file: "packages/live/src/peer.ts",
    search: "if (!this.#alive) return socket.terminate();",
    replace: "",
    tests: ["packages/live/src/live.test.ts"],
  },
  {
    breaks: "what a slow reader does not take piles up in its connection",
    file: "packages/live/src/outbox.ts",
    search: "&& !this.#way.busy",
    replace: "",
    tests: ["packages/live/src/live.test.ts"],
  },
  {
    breaks: "a password is right because another one was before",
    file: "packages/live/src/user-book.ts",
    search: "return timingSafeEqual(proven.proof, proof) ? user : undefined;",
    replace: "return user;",
    tests: ["packages/live/src/live.test.ts"],
  },
  {
    breaks: "a user whose access changed keeps connections",
    file: "packages/live/src/user-book.ts",
    search: "return b !== undefined && a.role === b.role && a.pwd === b.pwd && a.token === b.token;",
    replace: "return b !== undefined;",
    tests: ["packages/live/src/live.test.ts"],
  },
  {
    breaks: "answers that nobody reads fill the memory",
    file: "packages/live/src/peer.ts",
    search: "if (this.#socket.bufferedAmount > this.#options.limits.waiting + MOST_UNREAD)",
    replace: "if (this.#socket.bufferedAmount < 0)",
    tests: ["packages/live/src/live.test.ts"],
  },
  {
    breaks: "pings are read as fast as they come",
    file: "packages/live/src/peer.ts",
    search: 'socket.on("ping", () => this.#slowDown());',
    replace: "",
    tests: ["packages/live/src/live.test.ts"],
  },
];
