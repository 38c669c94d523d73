// A client of `serviam-rules serve --stdio`: starts the host and asks it. No dependencies.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** What the host answers to a request that it refuses. `code`, `reason`, `rule`, ... are its facts. */
export class Refused extends Error {
  constructor({ id, type, message, ...facts }) {
    super(message);
    Object.assign(this, facts);
  }
}

/** A host of games in a process of its own. */
export class Host {
  #waiting = new Map();
  #process;
  #last = 0;

  /** Start a host; `command` is the command line, as a list, without its arguments. */
  constructor(command = ["serviam-rules"], ...packs) {
    const more = packs.length ? ["--pack", ...packs] : [];
    const [program, ...first] = command;
    this.#process = spawn(program, [...first, "serve", "--stdio", ...more], { stdio: ["pipe", "pipe", "inherit"] });
    this.#process.on("error", (error) => this.#fail(error));
    this.#process.on("exit", (status) => this.#fail(new Error(`the host ended with status ${status}`)));
    createInterface({ input: this.#process.stdout }).on("line", (line) => this.#answer(JSON.parse(line)));
  }

  /** Ask; resolves to the answer, rejects with Refused. */
  ask(type, keys = {}) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#process.stdin.write(JSON.stringify({ id, type, ...keys }) + "\n");
    });
  }

  /** Let the host end, once it has answered everything. */
  close() {
    this.#process.stdin.end();
  }

  #answer(answer) {
    const { resolve, reject } = this.#waiting.get(answer.id) ?? {};
    this.#waiting.delete(answer.id);
    if (answer.type === "error") reject?.(new Refused(answer));
    else resolve?.(answer);
  }

  #fail(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
