// The table, with a person at it: what lies there, their hand, and everything they can do now.

import { useEffect, useRef, useState } from "preact/hooks";

import type { Refusal, wire } from "../engine/browser";
import { Board, nameOf, type Target } from "./board";
import { Enlarged, EnlargeContext, Face } from "./card";
import { useCatalogue, useWords } from "./context";
import { optionKey, placeKey, type Catalogue, type Game } from "./game";
import { link } from "./recording";
import { fill, type Words } from "./words";

export function Table({ game, leave }: { game: Game; leave: () => void }) {
  const words = useWords();
  const catalogue = useCatalogue();
  const [large, setLarge] = useState<string | null>(null);
  const view = game.view.value;

  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (event.key === "Escape") game.chosen.value = null;
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [game]);

  if (game.curtain.value !== null) return <Curtain game={game} seat={game.curtain.value} />;
  if (!view) return null;
  const targets = targetsOf(game, view, catalogue, words);
  return (
    <EnlargeContext.Provider value={setLarge}>
      <Standing game={game} view={view} />
      <div class="table">
        <div class="board">
          <Board view={view} viewer={game.viewer} touched={game.touched.value} targets={targets} />
          <Hand game={game} hand={view.players[game.viewer]?.hand ?? []} targets={targets} enlarge={setLarge} />
        </div>
        <div class="side">
          <Actions game={game} />
          <Log lines={game.log.value} />
        </div>
      </div>
      <Tools game={game} leave={leave} />
      {large !== null && <Enlarged card={large} close={() => setLarge(null)} />}
    </EnlargeContext.Provider>
  );
}

/** Where on the table something can be done: by its key (`placeKey`, `markerKey`, `gift ID`). */
function targetsOf(game: Game, view: wire.View, catalogue: Catalogue, words: Words): Map<string, Target> {
  const found = new Map<string, Target>();
  if (!game.mine.value) return found;
  const target = (action: wire.Action, label: string): Target => ({
    label,
    legal: true,
    act: () => void game.act(action),
    foresee: (show) => void game.foresee(show ? action : null),
  });
  view.decision?.options.forEach((option, at) => {
    const key = optionKey(option);
    if (key !== null) found.set(key, target({ type: "choose", option: at }, game.words.value[at] ?? ""));
  });
  const gift = game.chosen.value;
  if (view.decision || gift === null) return found;
  view.players[game.viewer]?.row.forEach((place, slot) => {
    const action: wire.Action = { type: "offer", gift, slot };
    const name = catalogue.cards.get(gift)?.name ?? gift;
    const who = catalogue.cards.get(place.powerholder ?? "")?.name ?? words.faceDown;
    const label = fill(words.offer, { gift: name, who });
    const legal = game.actions.value.some((one) => one.type === "offer" && one.gift === gift && one.slot === slot);
    found.set(
      placeKey(game.viewer, slot),
      legal ? target(action, label) : { label, legal, act: () => void game.explain(action) },
    );
  });
  return found;
}

function Standing({ game, view }: { game: Game; view: wire.View }) {
  const words = useWords();
  const catalogue = useCatalogue();
  const outcome = game.outcome.value;
  const refusal = game.refusal.value;
  return (
    <section class="standing" aria-live="polite" data-step={view.step} data-over={outcome ? "" : undefined}>
      {outcome ? (
        <p class="main">
          {words.over}. {fill(words.won, { who: outcome.winners.map((side) => nameOf(catalogue, view, side)).join(", ") })}{" "}
          ({outcome.vp.join(" : ")})
        </p>
      ) : (
        <p class="main">
          {words.turn} {view.turn}.{" "}
          {game.mine.value
            ? (game.prompt.value ?? words.yourTurn)
            : view.to_act !== null && fill(words.turnOf, { who: nameOf(catalogue, view, view.to_act) })}
        </p>
      )}
      {refusal && <Why refusal={refusal} />}
    </section>
  );
}

function Why({ refusal }: { refusal: Refusal }) {
  const words = useWords();
  return (
    <p class="why" role="alert">
      {words.why}: {refusal.words ?? refusal.message}
      {refusal.rule && (
        <>
          {" "}
          (<a href={`../rules/rulebook/#${refusal.rule.toLowerCase()}`}>{`${words.rule} ${refusal.rule}`}</a>)
        </>
      )}
    </p>
  );
}

interface HandProps {
  game: Game;
  hand: (string | null)[];
  targets: Map<string, Target>;
  enlarge: (card: string) => void;
}

function Hand({ game, hand, targets, enlarge }: HandProps) {
  const words = useWords();
  const { cards } = useCatalogue();
  const chosen = game.chosen.value;
  const choosing = game.view.value?.decision !== null;
  return (
    <section class="hand" aria-label={words.yourHand}>
      <h2>{words.yourHand}</h2>
      <ul>
        {hand.map((gift, at) => {
          if (gift === null) return null;
          const target = targets.get(`gift ${gift}`);
          const offered = !choosing && game.actions.value.some((action) => action.type === "offer" && action.gift === gift);
          return (
            <li key={`${gift} ${at}`}>
              <button
                type="button"
                class={`pick ${target || offered ? "able" : ""}`}
                aria-pressed={chosen === gift}
                title={target?.label}
                draggable={offered}
                onDragStart={() => (game.chosen.value = gift)}
                onFocus={() => target?.foresee?.(true)}
                onBlur={() => target?.foresee?.(false)}
                onClick={() => (target ? target.act() : (game.chosen.value = chosen === gift ? null : gift))}
              >
                <Face card={gift} />
              </button>
              <button type="button" class="info" aria-label={`${cards.get(gift)?.name ?? gift} ⓘ`} onClick={() => enlarge(gift)}>
                ⓘ
              </button>
            </li>
          );
        })}
      </ul>
      {chosen !== null && !choosing && <p role="status">{words.choosePlace}</p>}
    </section>
  );
}

/** Every legal action in words, as buttons: the way for keyboards and readers of screens, and for whoever is in doubt. */
function Actions({ game }: { game: Game }) {
  const words = useWords();
  const chosen = game.chosen.value;
  const foreseen = game.foreseen.value;
  if (!game.mine.value) return null;
  return (
    <section class="actions" aria-label={words.can}>
      <h2>{words.can}</h2>
      <ol>
        {game.actions.value.map((action, at) => {
          if (action.type === "offer" && chosen !== null && action.gift !== chosen) return null;
          const show = (wished: boolean) => () => void game.foresee(wished ? action : null);
          return (
            <li key={at}>
              <button
                type="button"
                disabled={game.busy.value}
                onClick={() => void game.act(action)}
                onFocus={show(true)}
                onMouseEnter={show(true)}
                onBlur={show(false)}
                onMouseLeave={show(false)}
              >
                {game.words.value[at]}
              </button>
            </li>
          );
        })}
      </ol>
      <div class="foreseen" aria-live="polite">
        {foreseen && (
          <>
            <h3>{words.surely}</h3>
            <ul>
              {foreseen.words.map((sentence, at) => (
                <li key={at}>{sentence}</li>
              ))}
              {foreseen.open && <li>… {words.more}</li>}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}

export function Log({ lines }: { lines: string[] }) {
  const words = useWords();
  const end = useRef<HTMLOListElement>(null);
  useEffect(() => end.current?.scrollTo({ top: end.current.scrollHeight }), [lines.length]);
  return (
    <section class="log" aria-label={words.log}>
      <h2>{words.log}</h2>
      <ol ref={end} tabIndex={0}>
        {lines.map((line, at) => (
          <li key={at}>{line}</li>
        ))}
      </ol>
    </section>
  );
}

function Tools({ game, leave }: { game: Game; leave: () => void }) {
  const words = useWords();
  const [said, setSaid] = useState<string>();
  const share = async (): Promise<void> => {
    const address = await link(await game.replay());
    history.replaceState(null, "", address);
    await navigator.clipboard?.writeText(address).catch(() => {});
    setSaid(words.shared);
  };
  return (
    <nav class="tools" aria-label={words.title}>
      <button type="button" onClick={() => void game.undo()} disabled={game.busy.value}>
        {words.undo}
      </button>
      <button type="button" onClick={async () => download("serviam.json", await game.save())}>
        {words.save}
      </button>
      <button type="button" onClick={async () => download("serviam-replay.jsonl", await game.replay())}>
        {words.replay}
      </button>
      <button type="button" onClick={() => void share()}>
        {words.share}
      </button>
      <button type="button" onClick={leave}>
        {words.quit}
      </button>
      {said && <p role="status">{said}</p>}
    </nav>
  );
}

function download(name: string, text: string): void {
  const made = document.createElement("a");
  made.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  made.download = name;
  made.click();
  URL.revokeObjectURL(made.href);
}

/** Between two people: nothing is shown until the next one says that they are there. */
function Curtain({ game, seat }: { game: Game; seat: number }) {
  const words = useWords();
  const catalogue = useCatalogue();
  const family = game.families[seat];
  const who = catalogue.families.get(family ?? "")?.name ?? `${words.seat} ${seat + 1}`;
  return (
    <section class="curtain">
      <h2>{fill(words.curtain, { who })}</h2>
      <button type="button" class="main" onClick={() => void game.lift()}>
        {fill(words.ready, { who })}
      </button>
    </section>
  );
}
