// The engine in Node: the same Python, in this thread.

import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { Engine } from "./engine.js";
import { begin, type Progress } from "./python.js";

export { Engine } from "./engine.js";
export { Refused } from "./protocol.js";
export type * from "./protocol.js";

/** Start the engine from a folder that holds `pyodide/` and `python/`. */
export async function startEngine(folder: string, tell: (progress: Progress) => void = () => {}): Promise<Engine> {
  const answer = await begin(
    {
      runtime: join(folder, "pyodide/"),
      async wheels() {
        const names = JSON.parse(await readFile(join(folder, "python", "play.json"), "utf8")) as string[];
        return Promise.all(
          names.map(async (name) => [name, new Uint8Array(await readFile(join(folder, "python", name)))] as [string, Uint8Array]),
        );
      },
    },
    tell,
  );
  return new Engine((heard) => ({ send: (line) => queueMicrotask(() => heard(answer(line))), close: () => {} }));
}
