// The page: starts the engine, then shows the beginning of a game, a game, or a replay.

import { useEffect, useState } from "preact/hooks";

import { startEngine, type Engine, type Progress } from "../engine/browser";
import { CatalogueContext, catalogue, ENGLISH, LanguageContext, startLanguage } from "./context";
import { Game, type Catalogue, type Sitter } from "./game";
import { fromLink, isReplay, Recording } from "./recording";
import { Beginning } from "./beginning";
import { Replay } from "./replay";
import { Table } from "./table";
import { LANGUAGES, WORDS, type Language } from "./words";

type Shown = { game: Game } | { recording: Recording } | null;

export function App({ base }: { base: URL }) {
  const [locale, setLocale] = useState<Language>(startLanguage);
  const [engine, setEngine] = useState<Engine>();
  const [progress, setProgress] = useState<Progress>({ moment: "loading", done: 0, all: 0 });
  const [failed, setFailed] = useState<string>();
  const [bots, setBots] = useState<string[]>([]);
  const [cards, setCards] = useState<Catalogue>();
  const [shown, setShown] = useState<Shown>(null);
  const words = WORDS[locale];

  useEffect(() => {
    const made = startEngine(base, setProgress);
    Object.assign(globalThis, { serviam: made }); // for the console of whoever wants to look closer
    made.ask("hello", {}).then(
      async ({ bots }) => {
        setBots(bots);
        const linked = await fromLink(location.hash);
        if (linked) setShown({ recording: await Recording.open(made, linked, locale) });
        setEngine(made);
      },
      (error: Error) => setFailed(error.message),
    );
    return () => made.close();
  }, []);

  useEffect(() => {
    document.documentElement.lang = locale;
    localStorage.setItem("serviam-language", locale);
    if (engine) void catalogue(engine, locale).then(setCards);
    if (shown) void ("game" in shown ? shown.game : shown.recording).speak(locale);
  }, [engine, locale]);

  const playOn = async (saved: string, seats: Sitter[]): Promise<void> => {
    if (engine) setShown({ game: await Game.open(engine, saved, seats, locale) });
  };
  const open = async (text: string, seats: Sitter[]): Promise<void> => {
    if (!engine) return;
    if (isReplay(text)) setShown({ recording: await Recording.open(engine, text, locale) });
    else await playOn(text, seats);
  };
  const against = (): Sitter[] => ["person", ...Array<Sitter>(3).fill(bots.at(-1) ?? "random")];
  const leave = (): void => {
    if (shown && "game" in shown) shown.game.leave();
    history.replaceState(null, "", location.pathname + location.search);
    setShown(null);
  };

  return (
    <LanguageContext.Provider value={{ locale, words }}>
      <header class="bar">
        <h1>{words.title}</h1>
        <label>
          <span class="hidden">{words.language}</span>
          <select value={locale} onChange={(event) => setLocale(event.currentTarget.value as Language)}>
            {Object.entries(LANGUAGES).map(([tag, name]) => (
              <option key={tag} value={tag} lang={tag}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </header>
      <main>
        {failed !== undefined ? (
          <p role="alert">
            {words.failed}: {failed}
          </p>
        ) : !engine || !cards ? (
          <Loading progress={progress} />
        ) : (
          <CatalogueContext.Provider value={cards}>
            {shown === null ? (
              <Beginning
                bots={bots}
                begin={async (setup) => setShown({ game: await Game.begin(engine, setup, locale) })}
                resume={playOn}
                open={open}
              />
            ) : "game" in shown ? (
              <Table game={shown.game} leave={leave} />
            ) : (
              <Replay
                recording={shown.recording}
                leave={leave}
                playOn={(saved) => void playOn(saved, against())}
              />
            )}
          </CatalogueContext.Provider>
        )}
      </main>
      <footer class="small">{words.unofficial}</footer>
    </LanguageContext.Provider>
  );
}

function Loading({ progress }: { progress: Progress }) {
  const words = WORDS[startLanguage()] ?? ENGLISH;
  const part = progress.moment === "loading" && progress.all > 0 ? progress.done / progress.all / 2 : 0.6;
  return (
    <div class="loading" role="status">
      <p>{progress.moment === "loading" ? words.loading : words.starting}…</p>
      <progress value={part} max={1} aria-label={words.loading} />
    </div>
  );
}
