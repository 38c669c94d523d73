// The worker: Python, and a host in it. Takes lines of the host protocol; what strangers' packs do stays in here.

import { begin, type Progress, type Source } from "./python.js";

/** What the worker says. */
export type Message = { progress: Progress } | { answer: string } | { failed: string };

const tell = (message: Message): void => self.postMessage(message);

/** The parts lie beside the page, in the folders that `scripts/python.mjs` fills. */
function beside(base: string): Source {
  const folder = new URL("python/", base);
  return {
    runtime: new URL("pyodide/", base).href,
    async wheels() {
      const names = (await (await fetched(new URL("play.json", folder))).json()) as string[];
      const parts = await Promise.all(names.map((name) => fetched(new URL(name, folder))));
      return Promise.all(parts.map(async (part, at) => [names[at] ?? "", await counted(part)] as [string, Uint8Array]));
    },
  };
}

const sizes = { done: 0, all: 0 };

async function fetched(address: URL): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname}: ${response.status} ${response.statusText}`);
  return response;
}

/** The bytes of a response, telling how many have come. */
async function counted(response: Response): Promise<Uint8Array> {
  sizes.all += Number(response.headers.get("content-length") ?? 0);
  const bytes = new Uint8Array(await response.arrayBuffer());
  sizes.done += bytes.length;
  tell({ progress: { moment: "loading", done: sizes.done, all: Math.max(sizes.all, sizes.done) } });
  return bytes;
}

// Requests that come before Python has started wait their turn.
let waiting: string[] | undefined = [];
let answer: ((line: string) => string) | undefined;

self.addEventListener("message", (event: MessageEvent<{ base: string } | { line: string }>) => {
  const { data } = event;
  if ("base" in data) void start(data.base);
  else if (answer) tell({ answer: answer(data.line) });
  else waiting?.push(data.line);
});

async function start(base: string): Promise<void> {
  try {
    answer = await begin(beside(base), (progress) => tell({ progress }));
    for (const line of waiting ?? []) tell({ answer: answer(line) });
    waiting = undefined;
  } catch (error) {
    tell({ failed: error instanceof Error ? error.message : String(error) });
  }
}
