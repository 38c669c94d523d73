// The calls of the host protocol (docs/reference/serve.md), from the types that the library itself writes.

import type { HostAnswer, HostError, HostRequest } from "./wire.js";

export type {
  CardShown as Card,
  GroupShown as Group,
  Told,
  Viewer,
  Why as Refusal,
} from "./wire.js";

/** Every call by its name. */
export type Call = HostRequest["type"];

/** What a call takes besides its name and its id. */
export type Keys<C extends Call> = Omit<Extract<HostRequest, { type: C }>, "type" | "id">;

/** What it answers. */
export type Answered<C extends Call> = Extract<HostAnswer, { type: C }>;

/** Where a game stands, as every answer about one says; `prompt` is there if the request named a locale. */
export type Standing = Pick<Answered<"apply">, "step" | "to_act" | "over" | "outcome" | "prompt">;

/** The host refused a request. `code` and the further facts are the error's own; `words` in the language asked for. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly code: HostError["code"];
  readonly words: string | undefined;
  readonly facts: Readonly<HostError>;

  constructor(error: HostError) {
    super(error.words ?? error.message);
    this.code = error.code;
    this.words = error.words;
    this.facts = error;
  }
}
