// The calls of the host protocol (docs/reference/serve.md): what each takes and what it answers.

import type { Action, GameEvent, GameOptions, Outcome, RulesetStamp, Seat, View } from "./wire.js";

export type Viewer = Seat | "spectator";

/** Where a game stands; every answer about one says so. `prompt` is there if the request named a locale. */
export interface Standing {
  step: number;
  to_act: Seat | null;
  over: boolean;
  outcome: Outcome | null;
  prompt?: string | null;
}

/** What a viewer may know of what happened; `words` if the request named a locale, `view` where the answer says it. */
export interface Told {
  viewer: Viewer;
  events: GameEvent[];
  words?: string[];
  view?: View;
}

interface Telling {
  viewers?: Viewer[];
  locale?: string;
}

/** Why an action is not legal: the facts, a sentence in English, with a locale one in that language. */
export interface Refusal {
  code: string;
  rule: string | null;
  message: string;
  words?: string;
}

export interface Card {
  kind: "gift" | "powerholder" | "rival";
  id: string;
  name: string;
  text: string;
  stand_in: string | null;
  face?: string;
  organisation?: string;
  rank?: number;
  category?: string | null;
  conspiracy?: boolean;
  threat_letter?: boolean;
  copies?: number;
  names?: string[];
}

export interface Named {
  id: string;
  name: string;
  colour: string;
}

/** Every call: its keys and its answer. */
export interface Calls {
  hello: [
    Record<never, never>,
    { version: string; format: number; ruleset: RulesetStamp; locales: string[]; bots: string[]; calls: string[] },
  ];
  new: [Partial<GameOptions> & { seed?: number | string } & Telling, Standing & { game: string; told?: Told[] }];
  view: [{ game: string; viewer: Viewer; locale?: string }, { view: View; prompt?: string | null }];
  legal: [{ game: string; locale?: string }, Standing & { actions: Action[]; words?: string[] }];
  apply: [{ game: string; action: Action; seat?: Seat } & Telling, Standing & { reveals: boolean; told?: Told[] }];
  bot: [
    { game: string; bot: string; seed?: number | string } & Telling,
    Standing & { action: Action; reveals: boolean; told?: Told[] },
  ];
  undo: [{ game: string; seat?: Seat } & Telling, Standing & { undone: Action; told?: Told[] }];
  preview: [{ game: string; action: Action; locale?: string }, { events: GameEvent[]; stops: string | null; words?: string[] }];
  explain: [{ game: string; action: Action; locale?: string }, { legal: boolean; why: Refusal | null }];
  describe: [
    { locale: string; cards?: string[]; faces?: boolean },
    { cards: Card[]; organisations: Named[]; families: Named[]; tracks: Record<string, number[]> },
  ];
  save: [{ game: string }, { saved: string }];
  load: [{ saved: string } & Telling, Standing & { game: string; told?: Told[] }];
  replay: [{ game: string; viewer?: Viewer }, { replay: string }];
  end: [{ game: string }, Record<never, never>];
}

export type Call = keyof Calls;
export type Keys<C extends Call> = Calls[C][0];
export type Answered<C extends Call> = Calls[C][1];

/** The host refused a request. `code` and the further facts are the error's own; `words` in the language asked for. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly code: string;
  readonly words: string | undefined;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(error: { code: string; message: string; words?: string } & Record<string, unknown>) {
    super(error.words ?? error.message);
    this.code = error.code;
    this.words = error.words;
    this.facts = error;
  }
}
