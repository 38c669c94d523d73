// A replay, step by step, as a spectator or as one of the seats saw it.

import { useState } from "preact/hooks";

import { Board, nameOf } from "./board";
import { Enlarged, EnlargeContext } from "./card";
import { useCatalogue, useWords } from "./context";
import type { Recording } from "./recording";
import { Log } from "./table";
import { fill } from "./words";

interface Props {
  recording: Recording;
  leave: () => void;
  playOn: (saved: string) => void;
}

export function Replay({ recording, leave, playOn }: Props) {
  const words = useWords();
  const catalogue = useCatalogue();
  const [large, setLarge] = useState<string | null>(null);
  const view = recording.view.value;
  if (!view) return null;
  const { viewer } = recording;
  const step = recording.step.value;
  const go = (to: number) => () => void recording.go(to);
  return (
    <EnlargeContext.Provider value={setLarge}>
      <section class="standing">
        <p class="main" role="status">
          {words.watch}. {fill(words.step, { n: step, all: recording.length })}
        </p>
      </section>
      <nav class="tools" aria-label={words.watch}>
        <button type="button" onClick={go(0)} disabled={step === 0}>
          {words.first}
        </button>
        <button type="button" onClick={go(step - 1)} disabled={step === 0}>
          {words.back}
        </button>
        <input
          type="range"
          min={0}
          max={recording.length}
          value={step}
          aria-label={fill(words.step, { n: step, all: recording.length })}
          onInput={(event) => void recording.go(Number(event.currentTarget.value))}
        />
        <button type="button" onClick={go(step + 1)} disabled={step === recording.length}>
          {words.next}
        </button>
        <button type="button" onClick={go(recording.length)} disabled={step === recording.length}>
          {words.last}
        </button>
        <label>
          {words.as}{" "}
          <select
            value={String(viewer.value)}
            onChange={(event) => {
              const seat = event.currentTarget.value;
              void recording.seenBy(seat === "spectator" ? seat : Number(seat));
            }}
          >
            <option value="spectator">{words.spectator}</option>
            {view.players.map((player) => (
              <option key={player.seat} value={String(player.seat)}>
                {nameOf(catalogue, view, player.seat)}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => playOn(recording.until(step))} disabled={view.to_act === null}>
          {words.playOn}
        </button>
        <button type="button" onClick={leave}>
          {words.quit}
        </button>
      </nav>
      <div class="table">
        <Board view={view} viewer={viewer.value === "spectator" ? null : viewer.value} />
        <div class="side">
          <Log lines={recording.log.value} />
        </div>
      </div>
      {large !== null && <Enlarged card={large} close={() => setLarge(null)} />}
    </EnlargeContext.Provider>
  );
}
