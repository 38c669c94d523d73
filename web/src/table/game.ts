// A game as the page knows it: what the person at the screen may see, what they can do, and what has happened.

import { computed, signal } from "@preact/signals";

import { Refused, type Answered, type Card, type Engine, type Group, type Refusal, type Standing, type Told, type Viewer, type wire } from "../engine/browser";
import type { Language } from "./words";

/** Who sits at a seat: a person, or a bot by its name. */
export type Sitter = "person" | string;

export interface Setup {
  options: Partial<wire.GameOptions> & { seed?: number | string };
  seats: Sitter[];
}

export interface Catalogue {
  cards: Map<string, Card>;
  organisations: Map<string, Group>;
  families: Map<string, Group>;
  tracks: Record<string, number[]>;
}

/** What an action would surely do, in words; `open` tells that something unknown comes after it. */
export interface Foreseen {
  words: string[];
  open: boolean;
}

const PAUSE = 700;
const KEPT = "serviam-table";

const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, calm() ? 0 : ms));

export class Game {
  readonly view = signal<wire.View | null>(null);
  readonly actions = signal<wire.Action[]>([]);
  readonly words = signal<string[]>([]);
  readonly prompt = signal<string | null>(null);
  readonly log = signal<string[]>([]);
  /** The seat whose person has to come to the screen next, while nobody may see anything. */
  readonly curtain = signal<number | null>(null);
  readonly busy = signal(false);
  readonly refusal = signal<Refusal | null>(null);
  readonly chosen = signal<string | null>(null);
  readonly foreseen = signal<Foreseen | null>(null);
  readonly outcome = signal<wire.Outcome | null>(null);
  /** Places and powerholders that the last events touched, to be drawn attention to. */
  readonly touched = signal<Set<string>>(new Set());
  /** The families by seat, which everybody knows, also while the curtain is drawn. */
  families: string[] = [];
  readonly mine = computed(() => this.view.value?.to_act === this.viewer && this.curtain.value === null);

  #logs = new Map<Viewer, string[]>();
  #asking: AbortController | undefined;
  #left = false;

  private constructor(
    readonly engine: Engine,
    readonly id: string,
    readonly seats: Sitter[],
    public locale: Language,
    public viewer: number,
  ) {}

  /** Begin a game. */
  static async begin(engine: Engine, setup: Setup, locale: Language): Promise<Game> {
    const viewers = people(setup.seats);
    const begun = await engine.ask("new", { ...setup.options, viewers, locale });
    const game = new Game(engine, begun.game, setup.seats, locale, viewers[0] ?? 0);
    game.#heard(begun.told);
    await game.#standing(begun);
    return game;
  }

  /** Go on with a saved state or a replay. */
  static async open(engine: Engine, saved: string, seats: Sitter[], locale: Language): Promise<Game> {
    const viewers = people(seats);
    const opened = await engine.ask("load", { saved, viewers, locale });
    const game = new Game(engine, opened.game, seats, locale, viewers[0] ?? 0);
    game.#heard(opened.told);
    await game.#standing(opened);
    return game;
  }

  /** Carry out an action of the person at the screen, and all that bots do after it. */
  async act(action: wire.Action): Promise<void> {
    if (this.busy.value || !this.mine.value) return;
    this.busy.value = true;
    this.refusal.value = null;
    this.foreseen.value = null;
    try {
      const step = this.view.value?.step;
      const done = await this.engine.ask("apply", {
        game: this.id,
        action: { ...action, ...(step === undefined ? {} : { step }) } as wire.Action,
        seat: this.viewer,
        viewers: people(this.seats),
        locale: this.locale,
      });
      this.chosen.value = null;
      this.#heard(done.told);
      await this.#standing(done);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refusal.value = whyOf(error);
    } finally {
      this.busy.value = false;
    }
  }

  /** Say why something cannot be done. */
  async explain(action: wire.Action): Promise<void> {
    const { why } = await this.engine.ask("explain", { game: this.id, action, locale: this.locale });
    this.refusal.value = why;
  }

  /** Show what an action would surely do; null for nothing. */
  async foresee(action: wire.Action | null): Promise<void> {
    this.#asking?.abort();
    this.#asking = new AbortController();
    if (action === null) {
      this.foreseen.value = null;
      return;
    }
    try {
      const found = await this.engine.ask("preview", { game: this.id, action, locale: this.locale }, this.#asking.signal);
      this.foreseen.value = { words: (found.words ?? []).filter(Boolean), open: found.stops !== null };
    } catch {
      this.foreseen.value = null; // overtaken by another wish, or by a move
    }
  }

  async undo(): Promise<void> {
    try {
      const back = await this.engine.ask("undo", { game: this.id, seat: this.viewer });
      this.#logs.get(this.viewer)?.push("↶");
      await this.#standing(back);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refusal.value = whyOf(error);
    }
  }

  /** Another language, in the middle of the game; what has been said stays as it was. */
  async speak(locale: Language): Promise<void> {
    this.locale = locale;
    this.foreseen.value = null;
    await this.#look();
  }

  /** The person whose turn it is has come to the screen. */
  async lift(): Promise<void> {
    const seat = this.curtain.value;
    if (seat === null) return;
    this.viewer = seat;
    await this.#look();
    this.curtain.value = null;
  }

  save = async (): Promise<string> => (await this.engine.ask("save", { game: this.id })).saved;
  replay = async (): Promise<string> => (await this.engine.ask("replay", { game: this.id })).replay;

  /** The replay, by which everything that has happened is known again; of a game opened in the middle its state. */
  async whole(): Promise<string> {
    try {
      return await this.replay();
    } catch (error) {
      if (error instanceof Refused && error.code === "no-replay") return this.save();
      throw error;
    }
  }

  leave(): void {
    this.#left = true;
    void this.engine.ask("end", { game: this.id }).catch(() => {});
    localStorage.removeItem(KEPT);
  }

  // --- going on ---

  /** Look, let bots act until a person has to, and draw the curtain if it is another person. */
  async #standing(standing: Standing): Promise<void> {
    let at = standing;
    if (this.view.value === null) await this.#look();
    for (;;) {
      const seat = at.to_act;
      const sitter = seat === null ? undefined : this.seats[seat];
      if (sitter === "person" && seat !== this.viewer && people(this.seats).length > 1) {
        this.curtain.value = seat;
        break;
      }
      await this.#look();
      if (seat === null || sitter === undefined || sitter === "person" || this.#left) break;
      await pause(PAUSE);
      const done: Answered<"bot"> = await this.engine.ask("bot", {
        game: this.id,
        bot: sitter,
        seed: at.step,
        viewers: people(this.seats),
        locale: this.locale,
      });
      this.#heard(done.told);
      at = done;
    }
    if (at.over) await this.#look();
    this.outcome.value = at.outcome;
    await this.#keep(at.over);
  }

  async #look(): Promise<void> {
    const { view, prompt } = await this.engine.ask("view", { game: this.id, viewer: this.viewer, locale: this.locale });
    const legal = view.to_act === this.viewer ? await this.engine.ask("legal", { game: this.id, locale: this.locale }) : null;
    this.actions.value = legal?.actions ?? [];
    this.words.value = legal?.words ?? [];
    this.prompt.value = prompt ?? null;
    this.log.value = [...(this.#logs.get(this.viewer) ?? [])];
    this.families = view.players.map((player) => player.family);
    this.view.value = view;
  }

  #heard(told: Told[] | undefined): void {
    const touched = new Set<string>();
    for (const { viewer, words, events } of told ?? []) {
      const log = this.#logs.get(viewer) ?? [];
      log.push(...(words ?? []).filter(Boolean));
      this.#logs.set(viewer, log);
      for (const event of events) for (const key of keysOf(event)) touched.add(key);
    }
    this.touched.value = touched;
  }

  async #keep(over: boolean): Promise<void> {
    if (over) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, JSON.stringify({ saved: await this.whole(), seats: this.seats }));
  }
}

/** The game that was left unfinished in this browser. */
export function kept(): { saved: string; seats: Sitter[] } | null {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null") as { saved: string; seats: Sitter[] } | null;
  } catch {
    return null;
  }
}

/** Why the host refused, as it is shown. */
const whyOf = (error: Refused): Refusal => ({ code: error.code, rule: error.facts.rule ?? "", message: error.message });

/** The seats at which people sit. */
export const people = (seats: Sitter[]): number[] => seats.flatMap((sitter, seat) => (sitter === "person" ? [seat] : []));

export const placeKey = (side: wire.Side, slot: number): string => `place ${side} ${slot}`;
export const markerKey = (who: string): string => `marker ${who}`;

/** The things on the table that an event touches. */
function keysOf(event: wire.GameEvent): string[] {
  if (event.type === "marker-moved") return [markerKey(event.powerholder)];
  const side = "side" in event ? event.side : "seat" in event ? event.seat : null;
  const slot = "slot" in event ? event.slot : null;
  return side === null || slot === null ? [] : [placeKey(side, slot)];
}

/** The thing on the table for which an option stands, as the key under which it is drawn. */
export function optionKey(option: wire.Option): string | null {
  if (option.type === "powerholder") return markerKey(option.powerholder);
  if (option.type === "place") return placeKey(option.side, option.slot);
  if (option.type === "gift") return `gift ${option.gift}`;
  return null;
}
