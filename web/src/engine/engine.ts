// The engine as its users see it: one promise a call, the same over a worker and in Node.

import { Refused, type Answered, type Call, type Keys } from "./protocol.js";
import type { HostAnswer, HostError } from "./wire.js";

/** Takes requests as lines of JSON; the answers come back through `heard`. */
export interface Line {
  send(line: string): void;
  close(): void;
}

export class Engine {
  #line: Line;
  #last = 0;
  #waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  #ended: Error | undefined;

  /** `connect` makes the line, given what to do with an answer and with the end of it all. */
  constructor(connect: (heard: (line: string) => void, ended: (error: Error) => void) => Line) {
    this.#line = connect(
      (line) => this.#hear(line),
      (error) => this.#end(error),
    );
  }

  /**
   * Ask the host; rejects with `Refused` if it refuses. With a signal that is aborted, the promise rejects with the
   * signal's reason and the answer is thrown away when it comes; what was asked for has happened all the same.
   */
  ask<C extends Call>(type: C, keys: Keys<C>, signal?: AbortSignal): Promise<Answered<C>> {
    if (this.#ended) return Promise.reject(this.#ended);
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const id = ++this.#last;
    return new Promise<Answered<C>>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      signal?.addEventListener("abort", () => this.#waiting.delete(id) && reject(signal.reason as Error), { once: true });
      this.#line.send(JSON.stringify({ id, type, ...keys }));
    });
  }

  /** Stop at once, whatever is being done; what is waited for rejects. */
  close(): void {
    this.#line.close();
    this.#end(new Error("the engine has been closed"));
  }

  #hear(line: string): void {
    const answer = JSON.parse(line) as HostAnswer | HostError;
    const waiting = this.#waiting.get(answer.id as number);
    this.#waiting.delete(answer.id as number);
    if (answer.type === "error") waiting?.reject(new Refused(answer));
    else waiting?.resolve(answer as never);
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}
