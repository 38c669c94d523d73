// Plays a game of three through the host: seat 0 by a rule of its own, the others by the host's bots.
//
//   node play.mjs [COMMAND ...]        the command that starts serviam-rules, if it is not on the path

import { Host, Refused } from "./host.mjs";

const ME = 0;
const host = new Host(process.argv.length > 2 ? process.argv.slice(2) : undefined);

/** The action that moves the most influence, as far as one can see it from the words: here, simply the last one. */
const choose = (actions) => actions.at(-1);

const { version, bots } = await host.ask("hello");
console.log(`serviam-rules ${version}, bots: ${bots.join(", ")}`);

const { cards } = await host.ask("describe", { locale: "en" });
const names = Object.fromEntries(cards.map(({ id, name }) => [id, name]));

let table = await host.ask("new", { players: 3, seed: "from Node" });
const { game } = table;
const { view } = await host.ask("view", { game, viewer: ME });
console.log(`my hand: ${view.players[ME].hand.map((gift) => names[gift]).join(", ")}`);

while (!table.over) {
  const question = { game, viewers: [ME], locale: "en" };
  if (table.to_act === ME) {
    const { actions, step } = await host.ask("legal", { game });
    table = await host.ask("apply", { ...question, seat: ME, action: { ...choose(actions), step } });
  } else {
    table = await host.ask("bot", { ...question, bot: "greedy", seed: table.to_act });
  }
  for (const words of table.told[0].words) console.log(`  ${words}`);
}
console.log(`winners: ${table.outcome.winners.join(", ")}, with ${table.outcome.vp.join(", ")} VP`);

// What is not legal is refused with a reason, and the host goes on.
try {
  await host.ask("apply", { game, action: { type: "pass" } });
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.log(`refused: ${error.code}, ${error.reason} [${error.rule}]`);
}

// A saved game goes on in another one; the replay says what this seat may keep.
const { saved } = await host.ask("save", { game });
const again = await host.ask("load", { saved });
console.log(`loaded as game ${again.game}, over: ${again.over}`);
const { replay } = await host.ask("replay", { game, viewer: ME });
console.log(`my replay has ${replay.trim().split("\n").length} lines`);
host.close();
