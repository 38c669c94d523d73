// A replay: the file's lines, and the table at any of its steps. Also as a link, which holds the whole file.

import { signal } from "@preact/signals";

import type { Engine, Viewer, wire } from "../engine/browser";
import type { Language } from "./words";

/** Whether a text is a replay's file: lines of JSON, the first of which says so. */
export const isReplay = (text: string): boolean => /^\s*\{.*"type":\s*"replay"/.test(text.split("\n", 1)[0] ?? "");

export class Recording {
  readonly step = signal(0);
  readonly view = signal<wire.View | null>(null);
  readonly log = signal<string[]>([]);
  readonly viewer = signal<Viewer>("spectator");
  readonly players = signal(0);
  #looked = 0;

  private constructor(
    readonly engine: Engine,
    readonly text: string,
    private locale: Language,
    private readonly header: string,
    private readonly actions: string[],
  ) {}

  get length(): number {
    return this.actions.length;
  }

  static async open(engine: Engine, text: string, locale: Language): Promise<Recording> {
    const [header = "", ...lines] = text.trimEnd().split("\n");
    const actions = lines.filter((line) => (JSON.parse(line) as { type: string }).type === "action");
    const made = new Recording(engine, text, locale, header, actions);
    await made.go(0);
    return made;
  }

  /** The file of the game up to so many actions. */
  until(step: number): string {
    if (step === this.length) return this.text;
    const end = JSON.stringify({ type: "end", steps: step, outcome: null });
    return [this.header, ...this.actions.slice(0, step), end].join("\n") + "\n";
  }

  /** Show the table as it was after so many actions. */
  async go(step: number): Promise<void> {
    const to = Math.min(Math.max(step, 0), this.length);
    const mine = ++this.#looked;
    const viewer = this.viewer.value;
    const at = await this.engine.ask("load", { saved: this.until(to), viewers: [viewer], locale: this.locale });
    const told = at.told?.[0];
    await this.engine.ask("end", { game: at.game });
    if (mine !== this.#looked) return; // another step was wished for meanwhile
    this.step.value = to;
    this.view.value = told?.view ?? null;
    this.players.value = told?.view?.players.length ?? 0;
    this.log.value = (told?.words ?? []).filter(Boolean);
  }

  async seenBy(viewer: Viewer): Promise<void> {
    this.viewer.value = viewer;
    await this.go(this.step.value);
  }

  async speak(locale: Language): Promise<void> {
    this.locale = locale;
    await this.go(this.step.value);
  }
}

// --- links ---

const MARK = "#game=";

/** The address of this page with a replay in it. */
export async function link(text: string): Promise<string> {
  const packed = await bytes(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  const code = btoa(String.fromCharCode(...packed)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  return `${location.origin}${location.pathname}${MARK}${code}`;
}

/** The replay in the part of an address after `#`, or null; also for one that is damaged. */
export async function fromLink(hash: string): Promise<string | null> {
  if (!hash.startsWith(MARK)) return null;
  try {
    const code = atob(hash.slice(MARK.length).replace(/-/g, "+").replace(/_/g, "/"));
    const packed = Uint8Array.from(code, (letter) => letter.charCodeAt(0));
    const text = new TextDecoder().decode(
      await bytes(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"))),
    );
    return isReplay(text) ? text : null;
  } catch {
    return null;
  }
}

const bytes = async (stream: ReadableStream): Promise<Uint8Array> => new Uint8Array(await new Response(stream).arrayBuffer());
