// A bot for `serviam-rules simulate --bot "node bot.mjs" greedy`: a line of JSON in, a line of JSON out.
// It offers to whoever of its row has most influence, and takes the first option of every choice.

import { createInterface } from "node:readline";

const choose = ({ view, actions }) => {
  const row = view.players[view.seat].row;
  const space = ({ slot }) => view.markers[row[slot].powerholder];
  return actions[0].type === "offer" ? actions.reduce((best, one) => (space(one) > space(best) ? one : best)) : actions[0];
};

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify({ action: choose(JSON.parse(line)) }));
}
