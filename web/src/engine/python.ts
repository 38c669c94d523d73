// Python with the rules engine in it: starts Pyodide, unpacks the wheels, and hosts games behind one function.

import { loadPyodide, type PyodideInterface } from "pyodide";

/** How far starting has come: `done` of `all` bytes of the runtime and the wheels, then the moments without a measure. */
export type Progress = { moment: "loading"; done: number; all: number } | { moment: "starting" } | { moment: "ready" };

/** Where the parts come from; what a page, a worker and Node do in different ways. */
export interface Source {
  /** The folder of the runtime, with a slash at its end: an address, in Node a path. */
  runtime: string;
  /** The wheels that playing needs, by their file names. */
  wheels(): Promise<[name: string, bytes: Uint8Array][]>;
}

/** Answers one request of the host protocol: a line of JSON in, a line of JSON out. */
export type Answer = (line: string) => string;

const HOST = `
from serviam_rules import load_ruleset
from serviam_rules.host import Host

Host(load_ruleset()).answer
`;

/** Start Python and a host of the reference set. Rejects if a part cannot be had. */
export async function begin(source: Source, tell: (progress: Progress) => void = () => {}): Promise<Answer> {
  const [python, wheels] = await Promise.all([loadPyodide({ indexURL: source.runtime }), source.wheels()]);
  tell({ moment: "starting" });
  for (const [, bytes] of wheels) python.unpackArchive(bytes, "wheel");
  const answer = python.runPython(HOST) as Answer;
  tell({ moment: "ready" });
  return answer;
}

export type { PyodideInterface };
