// The engine in a page: Python runs in a worker, so that the page never waits for it.

import { Engine } from "./engine.js";
import type { Progress } from "./python.js";
import type { Message } from "./worker.js";

export { Engine } from "./engine.js";
export { Refused } from "./protocol.js";
export type * from "./protocol.js";
export type * as wire from "./wire.js";
export type { Progress } from "./python.js";

/** Start the engine; calls may be made at once and wait. `base` is the address beside which `pyodide/` and `python/` lie. */
export function startEngine(base: string | URL, tell: (progress: Progress) => void = () => {}): Engine {
  return new Engine((heard, ended) => {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<Message>) => {
      if ("answer" in data) heard(data.answer);
      else if ("progress" in data) tell(data.progress);
      else ended(new Error(data.failed));
    });
    worker.addEventListener("error", (event) => ended(new Error(event.message || "the worker could not be started")));
    worker.postMessage({ base: String(base) });
    return { send: (line) => worker.postMessage({ line }), close: () => worker.terminate() };
  });
}
