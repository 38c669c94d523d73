// The beginning: who plays, and how.

import { useId, useState } from "preact/hooks";

import { useWords } from "./context";
import { kept, type Setup, type Sitter } from "./game";

interface Props {
  bots: string[];
  begin: (setup: Setup) => Promise<void>;
  resume: (saved: string, seats: Sitter[]) => Promise<void>;
  open: (file: string, seats: Sitter[]) => Promise<void>;
}

type Arrangement = NonNullable<Setup["options"]["arrangement"]>;

export function Beginning({ bots, begin, resume, open }: Props) {
  const words = useWords();
  const [players, setPlayers] = useState(2);
  const best = bots.at(-1) ?? "random";
  const [seats, setSeats] = useState<Sitter[]>(["person", best, best, best]);
  const [arrangement, setArrangement] = useState<Arrangement>("deal");
  const [difficulty, setDifficulty] = useState("normal");
  const [seed, setSeed] = useState("");
  const [fault, setFault] = useState<string>();
  const id = useId();
  const last = kept();

  const start = async (event: Event): Promise<void> => {
    event.preventDefault();
    const options: Setup["options"] = { arrangement, players, ...(seed.trim() === "" ? {} : { seed: seed.trim() }) };
    const solo = { mode: "solo", difficulty, arrangement, ...(seed.trim() === "" ? {} : { seed: seed.trim() }) } as Setup["options"];
    await begin({ options: players === 1 ? solo : options, seats: seats.slice(0, players) });
  };
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    try {
      await open(await file.text(), ["person", best, best, best]);
    } catch (error) {
      setFault(`${words.illegible}: ${(error as Error).message}`);
    }
  };

  return (
    <form class="beginning" onSubmit={start}>
      <h2>{words.newGame}</h2>
      {last && (
        <button type="button" onClick={() => void resume(last.saved, last.seats)}>
          {words.resume}
        </button>
      )}
      <label>
        {words.players}
        <select value={players} onChange={(event) => setPlayers(Number(event.currentTarget.value))}>
          <option value={1}>{words.solo}</option>
          {[2, 3, 4].map((n) => (
            <option key={n} value={n}>
              {n}
            </option>
          ))}
        </select>
      </label>
      {Array.from({ length: players }, (_, seat) => (
        <label key={seat}>
          {words.seat} {seat + 1}
          <select
            value={seats[seat]}
            onChange={(event) => {
              const sitter = event.currentTarget.value;
              setSeats(seats.map((old, at) => (at === seat ? sitter : old)));
            }}
          >
            <option value="person">{words.person}</option>
            {bots.map((bot) => (
              <option key={bot} value={bot}>
                {words.bot[bot] ?? bot}
              </option>
            ))}
          </select>
        </label>
      ))}
      {players === 1 && (
        <label>
          {words.difficulty}
          <select value={difficulty} onChange={(event) => setDifficulty(event.currentTarget.value)}>
            {Object.entries(words.difficulties).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        {words.arrangement}
        <select value={arrangement} onChange={(event) => setArrangement(event.currentTarget.value as Arrangement)}>
          {Object.entries(words.arrangements).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label for={id}>{words.seed}</label>
      <input id={id} value={seed} onInput={(event) => setSeed(event.currentTarget.value)} autocomplete="off" />
      <button class="main">{words.begin}</button>
      <label class="file">
        {words.load}
        <input type="file" accept=".json,.jsonl,.txt,application/json" onChange={(event) => void read(event.currentTarget.files?.[0])} />
      </label>
      {fault && <p role="alert">{fault}</p>}
    </form>
  );
}
