// boardgame.io at random play: a card game of our shape - four hands, a row, tracks, cards that ask. Prints JSON.
//   node boardgame_io.cjs SECONDS        NODE_PATH says where boardgame.io lies
// Pure state in, state out, by its reducer, which is what its server runs. All times are CPU time.
const {CreateGameReducer, InitializeGame} = require('boardgame.io/dist/cjs/internal.js');
const [ROW, HAND, TRACKS, ROUNDS, SEATS] = [5, 4, 9, 7, 4];
const effect = card => [
  [['gain', card % TRACKS, 2]],
  [['ask', 'track'], ['gainChosen', 0, 1]],
  [['ask', 'opponent'], ['ask', 'track'], ['lose', 0, 1, 1]],
  [['ask', 'hand'], ['discard', 0], ['draw']],
  [['gain', card % TRACKS, 1], ['roll']],
  [['ask', 'track'], ['gainChosen', 0, 1], ['ask', 'track'], ['gainChosen', 1, 1]],
][card % 6];
const range = n => [...Array(n).keys()];
const change = (G, seat, track, by) => {
  const influence = G.players[seat].influence;
  influence[track] = Math.max(0, influence[track] + by);
};
const draw = (G, seat, random) => {
  if (!G.deck.length) { G.deck = random.Shuffle(G.discard); G.discard = []; }
  if (G.deck.length) G.players[seat].hand.push(G.deck.pop());
};
const resolve = ({G, ctx, events, random}, card, from, chosen) => {
  const seat = Number(ctx.currentPlayer), steps = effect(card), hand = G.players[seat].hand;
  for (let at = from; at < steps.length; at++) {
    const [what, first, second, third] = steps[at];
    if (what === 'gain') change(G, seat, first, second);
    else if (what === 'gainChosen') change(G, seat, chosen[first], second);
    else if (what === 'lose') change(G, chosen[first], chosen[second], -third);
    else if (what === 'draw') draw(G, seat, random);
    else if (what === 'roll') change(G, seat, random.Die(TRACKS) - 1, 1);
    else if (what === 'discard') G.discard.push(hand.splice(chosen[first], 1)[0]);
    else {
      const options = first === 'track' ? range(TRACKS)
        : first === 'opponent' ? range(SEATS).filter(other => other !== seat) : range(hand.length);
      if (!options.length) break;
      G.pending = {options, card, at, chosen};
      return;
    }
  }
  G.pending = null;
  while (hand.length < HAND) draw(G, seat, random);
  G.turns++;
  if (G.turns === ROUNDS * SEATS) events.endGame({turns: G.turns}); else events.endTurn();
};
const game = {
  name: 'shape',
  setup: ({random}) => {
    const deck = random.Shuffle(range(60)), others = random.Shuffle(range(20));
    const players = range(SEATS).map(() => ({hand: deck.splice(0, HAND), influence: Array(TRACKS).fill(3)}));
    return {players, row: others.splice(0, ROW), deck, discard: [], others, gone: [], pending: null, turns: 0};
  },
  moves: {
    offer: (all, slot, at) => {
      const {G, ctx, random} = all, player = G.players[ctx.currentPlayer];
      if (G.pending || !(slot >= 0 && slot < ROW) || !(at >= 0 && at < player.hand.length)) return 'INVALID_MOVE';
      const card = player.hand.splice(at, 1)[0], who = G.row[slot];
      G.discard.push(card); G.gone.push(who);
      change(G, ctx.currentPlayer, who % TRACKS, 1);
      if (!G.others.length) { G.others = random.Shuffle(G.gone); G.gone = []; }
      G.row[slot] = G.others.pop();
      resolve(all, card, 0, []);
    },
    choose: (all, option) => {
      const asked = all.G.pending;
      if (!asked || !asked.options.includes(option)) return 'INVALID_MOVE';
      resolve(all, asked.card, asked.at + 1, [...asked.chosen, option]);
    },
  },
};
const legal = ({G, ctx}) => {  // boardgame.io lists no legal moves: whoever writes the game has to
  if (ctx.gameover !== undefined) return [];
  if (G.pending) return G.pending.options.map(option => ['choose', option]);
  return range(ROW).flatMap(slot => G.players[ctx.currentPlayer].hand.map((_, at) => ['offer', slot, at]));
};
const reducer = CreateGameReducer({game});
const step = (state, [type, ...args]) =>
  reducer(state, {type: 'MAKE_MOVE', payload: {type, args, playerID: state.ctx.currentPlayer}});
const clock = () => { const {user, system} = process.cpuUsage(); return (user + system) / 1e6; };
const pick = items => items[Math.floor(Math.random() * items.length)];
let seed = 1;
function play(seconds) {
  const start = clock();
  let decisions = 0, games = 0;
  do {
    let state = InitializeGame({game: {...game, seed: seed++}, numPlayers: SEATS});
    for (let moves; (moves = legal(state)).length; decisions++) state = step(state, pick(moves));
    games++;
  } while (clock() - start < seconds);
  return {decisions_per_second: decisions / (clock() - start), decisions_per_game: decisions / games};
}
function keep(seconds) {
  const moments = [];
  while (moments.length < 1000) {
    let state = InitializeGame({game: {...game, seed: seed++}, numPlayers: SEATS});
    for (let moves; (moves = legal(state)).length;) {
      const move = pick(moves);
      moments.push([state, move]);
      state = step(state, move);
    }
  }
  const start = clock();
  let calls = 0;
  do { for (const [state, move] of moments) step(state, move); calls += moments.length; } while (clock() - start < seconds);
  return {keep_us: (clock() - start) / calls * 1e6};
}
const seconds = Number(process.argv[2]);
play(seconds);  // so that it is compiled
const version = require('boardgame.io/package.json').version;
console.log(JSON.stringify({version, ...play(seconds), ...keep(seconds / 2)}));
