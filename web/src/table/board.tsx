// What lies on the table: rows with their piles, tracks with their markers, decks. The same for a game and a replay.

import type { ComponentChildren } from "preact";

import type { wire } from "../engine/browser";
import { Face, Look } from "./card";
import { useCatalogue, useWords } from "./context";
import { markerKey, placeKey, type Catalogue } from "./game";
import { fill } from "./words";

/** Something on the table that can be taken up: what it would mean, whether it is legal, and what to do then. */
export interface Target {
  label: string;
  legal: boolean;
  act: () => void;
  /** Show what it would do; false to stop showing it. */
  foresee?: (show: boolean) => void;
}

interface Props {
  view: wire.View;
  viewer: number | null;
  touched?: ReadonlySet<string>;
  targets?: ReadonlyMap<string, Target>;
}

const NONE: ReadonlyMap<string, Target> = new Map();
const UNTOUCHED: ReadonlySet<string> = new Set();

/** The family at a side, which is what people are called by. */
export function nameOf(catalogue: Catalogue, view: wire.View, side: wire.Side): string {
  const family = side === "bazzi-betti" ? view.bazzi_betti?.family : view.players[side]?.family;
  return catalogue.families.get(family ?? "")?.name ?? String(side);
}

export function Board({ view, viewer, touched = UNTOUCHED, targets = NONE }: Props) {
  const own = viewer === null ? [] : view.players.filter((player) => player.seat === viewer);
  const others = [
    ...view.players.filter((player) => viewer !== null && player.seat > viewer),
    ...view.players.filter((player) => viewer === null || player.seat < viewer),
  ];
  const row = (side: wire.Side, player: wire.PlayerView | wire.BazziBettiView) => (
    <Row key={side} view={view} side={side} player={player} mine={side === viewer} touched={touched} targets={targets} />
  );
  return (
    <div class="board">
      <div class="rows">
        {view.bazzi_betti && row("bazzi-betti", view.bazzi_betti)}
        {others.map((player) => row(player.seat, player))}
      </div>
      <div class="middle">
        <Tracks view={view} touched={touched} targets={targets} />
        <Piles view={view} />
      </div>
      <div class="rows">{own.map((player) => row(player.seat, player))}</div>
    </div>
  );
}

/** A button where something can be done, otherwise just the thing. */
function Place({ target, children, class: name }: { target: Target | undefined; children: ComponentChildren; class: string }) {
  if (!target) return <div class={name}>{children}</div>;
  const show = (shown: boolean) => () => target.foresee?.(shown);
  return (
    <div class={`${name} ${target.legal ? "able" : "unable"}`} onDragOver={(event) => target.legal && event.preventDefault()} onDrop={target.act}>
      {children}
      <button
        type="button"
        class="take"
        aria-label={target.label}
        title={target.label}
        onClick={target.act}
        onFocus={show(true)}
        onMouseEnter={show(true)}
        onBlur={show(false)}
        onMouseLeave={show(false)}
      />
    </div>
  );
}

interface RowProps {
  view: wire.View;
  side: wire.Side;
  player: wire.PlayerView | wire.BazziBettiView;
  mine: boolean;
  touched: ReadonlySet<string>;
  targets: ReadonlyMap<string, Target>;
}

function Row({ view, side, player, mine, touched, targets }: RowProps) {
  const words = useWords();
  const catalogue = useCatalogue();
  const family = catalogue.families.get(player.family);
  const who = nameOf(catalogue, view, side);
  const seat = side === "bazzi-betti" ? null : fill(words.player, { n: side + 1 });
  const hand = "hand" in player ? player.hand : null;
  return (
    <section class={`row ${view.to_act === side ? "acts" : ""}`} aria-label={fill(words.row, { who })} data-colour={family?.colour}>
      <h2>
        {who}
        {seat && <span class="small">{seat}</span>}
        {mine && ` (${words.you})`}
        <span class="vp">
          {player.vp} {words.vp}
        </span>
        {hand && (
          <span class="small">
            {words.hand}: {fill(words.cards, { n: hand.length })}
          </span>
        )}
        <span class="small">
          {words.deck}: {player.deck.length}
        </span>
      </h2>
      {hand && !mine && hand.some((gift) => gift !== null) && (
        <p class="known">{hand.map((gift, at) => gift !== null && <Look key={at} card={gift} size="small" />)}</p>
      )}
      <ol>
        {player.row.map((place, slot) => {
          const key = placeKey(side, slot);
          return (
            <li key={slot} class={touched.has(key) ? `touched s${view.step % 2}` : ""}>
              <Place target={targets.get(key)} class={`place ${place.face_up ? "" : "down"}`}>
                {place.powerholder === null ? <Face card={null} /> : <Look card={place.powerholder} />}
                <div class="pile">
                  {place.gifts.map((gift, at) => (
                    <Look key={`${gift} ${at}`} card={gift} size="small" />
                  ))}
                </div>
              </Place>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Tracks({ view, touched, targets }: Required<Pick<Props, "view" | "touched" | "targets">>) {
  const words = useWords();
  const { cards, organisations, tracks } = useCatalogue();
  return (
    <section class="tracks" aria-label={words.tracks}>
      {[...organisations.values()].map((organisation) => (
        <div key={organisation.id} data-colour={organisation.colour}>
          <h3>{organisation.name}</h3>
          {Object.entries(view.markers)
            .filter(([who]) => cards.get(who)?.organisation === organisation.id)
            .map(([who, at]) => {
              const track = tracks[who] ?? [];
              const key = markerKey(who);
              const name = cards.get(who)?.name ?? who;
              return (
                <Place key={who} target={targets.get(key)} class={`track ${touched.has(key) ? `touched s${view.step % 2}` : ""}`}>
                  <span class="name">{name}</span>
                  <span class="spaces" role="img" aria-label={`${name}: ${track[at]}`} style={{ "--at": at, "--of": track.length }}>
                    {track.map((value, space) => (
                      <span key={space}>{value}</span>
                    ))}
                    <span class="marker">{track[at]}</span>
                  </span>
                </Place>
              );
            })}
        </div>
      ))}
    </section>
  );
}

function Piles({ view }: { view: wire.View }) {
  const words = useWords();
  const top = view.gift_discard.at(-1);
  return (
    <section class="piles">
      <figure>
        <Face card={null} />
        <figcaption>
          {words.giftDeck}: {fill(words.cards, { n: view.gift_deck.length })}
        </figcaption>
      </figure>
      <figure>
        {top === undefined ? <span class="card none middle" /> : <Look card={top} />}
        <figcaption>
          {words.discards}: {fill(words.cards, { n: view.gift_discard.length })}
        </figcaption>
      </figure>
      {view.rival && (
        <figure>
          <Look card={view.rival} />
          <figcaption>{words.rival}</figcaption>
        </figure>
      )}
    </section>
  );
}
