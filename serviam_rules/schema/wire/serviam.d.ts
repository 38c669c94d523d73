// Everything that serviam-rules writes as JSON and reads again, format 1. Made from its classes: do not edit.
// Ids such as T-4 are those of the rulebook.

/** What a player does. */
export type Action = Offer | Choose | Pass;

/** The action is applied. */
export interface ApplyAnswer {
  type: "apply";
  id: Id;
  /** whether a hidden card or chance came to light by it, so that it cannot be taken back. */
  reveals: boolean;
  step: number;
  to_act: Seat | null;
  over: boolean;
  outcome: Outcome | null;
  prompt?: string | null;
  told?: Told[];
}

/** Apply an action, for `seat` if given; `viewers` get the events as they see them, with a `locale` in words too. */
export interface ApplyRequest {
  type: "apply";
  id: Id;
  game: string;
  action: Action;
  seat?: number | null;
  viewers?: Viewer[] | null;
  locale?: string | null;
}

/** How rows are laid out (S-3, S-7). */
export type Arrangement = "deal" | "look" | "inspect" | "select";

/** The automatic family of the solo game (O-3): a row of seven, no hand, no gifts. */
export interface BazziBetti {
  family: FamilyId;
  vp: number;
  row: Place[];
  deck: PowerholderId[];
  known_deck: PowerholderId[];
  deck_open: boolean;
}

/** The automatic family takes its place (O-3, O-5). */
export interface BazziBettiSeated {
  type: "bazzi-betti-seated";
  family: FamilyId;
  vp: number;
}

/** The automatic family of the solo game; its fields mean what they mean for a player. */
export interface BazziBettiView {
  family: FamilyId;
  vp: number;
  row: PlaceView[];
  deck: (PowerholderId | null)[];
  known_deck: PowerholderId[];
  deck_open: boolean;
  hidden: PowerholderId[];
}

/** A bot has acted. */
export interface BotAnswer {
  type: "bot";
  id: Id;
  /** what it did. */
  action: Action;
  /** as in the answer to `apply`. */
  reveals: boolean;
  step: number;
  to_act: Seat | null;
  over: boolean;
  outcome: Outcome | null;
  prompt?: string | null;
  told?: Told[];
}

/** Let a bot act for the seat that is to act: `random` or `greedy`, with a seed. */
export interface BotRequest {
  type: "bot";
  id: Id;
  game: string;
  bot: string;
  seed?: number | string | null;
  viewers?: Viewer[] | null;
  locale?: string | null;
}

/** Do branch number `branch` of the step that asks: the one that `Decision` calls `source` and `step`. */
export interface BranchOption {
  type: "branch";
  branch: number;
  source?: string | null;
  step?: number | null;
}

/** One of several things a card lets the player do, counted from 0. */
export interface BranchRef {
  type: "branch";
  branch: number;
}

/** A seat has laid a card at a place of its row; it changed places with the one that lay there (S-7). */
export interface CardArranged {
  type: "card-arranged";
  seat: Seat;
  slot: number;
  powerholder: PowerholderId | null;
}

/**
 * The effect of a card starts: a gift's icons (T-3), an EFFETTO ORDINE (T-7), a rival's ability (O-9).
 *
 * `source` is its program, `gift/alms`; `side` resolves it; `target` is its recipient. What it does follows.
 */
export interface CardResolved {
  type: "card-resolved";
  source: string;
  side: Side;
  target: PowerholderId | null;
}

/** A card in a language. What it is besides - its category, its rank - depends on its kind. */
export interface CardShown {
  kind: "gift" | "powerholder" | "rival";
  id: string;
  name: string;
  /** what it says, line by line. */
  text: string;
  /** null if all of it is as printed on the real card. */
  stand_in: string | null;
  copies?: number;
  category?: string | null;
  conspiracy?: boolean;
  threat_letter?: boolean;
  organisation?: string;
  rank?: number;
  /** of a rival, the powerholders that it names. */
  names?: PowerholderId[];
  /** an SVG, if it was asked for. */
  face?: string;
}

/**
 * A player has to choose, and the game waits for it: always the last event of an action.
 *
 * `frames` are the effects that wait, the one that asks last. Only the seat of the decision sees its options.
 */
export interface ChoiceDue {
  type: "choice-due";
  decision: Decision;
  frames: Frame[];
}

/** A choice had no possibility; the effect goes on with its next step (T-16). */
export interface ChoiceImpossible {
  type: "choice-impossible";
  seat: Seat;
  prompt: string;
  kind: Kind;
  source: string;
}

/**
 * A choice has been made; `by_engine` where there was exactly one possibility (T-16).
 *
 * `private` choices - a card of the hand, the order of one's face-down cards - are their owner's to see.
 */
export interface ChoiceMade {
  type: "choice-made";
  seat: Seat;
  prompt: string;
  option: Option | null;
  by_engine: boolean;
  private: boolean;
}

/** Answer the pending decision with option number `option`, an index into `state.decision.options`. */
export interface Choose {
  type: "choose";
  option: number;
  step?: number | null;
}

/**
 * A choice that `seat` has to make.
 *
 * `kind` says what the options are (`powerholder`, `place`, `gift`, `player`, `branch`); `prompt` is the word of
 * the step that asks (`move`, `discard`, `choose`, `arrange`, ...); `source` the program it stands in
 * (`gift/alms`), and `step` which of its steps, counted from 0 as they are read, steps within steps too; null
 * where no
 * card asks (S-7). `amount` is by how much a `move` goes, null where that is not settled before. Answer with
 * `Choose(index)`. There are always two options or more; as others see it, there are none.
 */
export interface Decision {
  seat: Seat;
  kind: Kind;
  prompt: string;
  source: string;
  options: Option[];
  step?: number | null;
  amount?: number | null;
}

/** The top card of a powerholder deck lies face up now (D-5). */
export interface DeckTopTurnedUp {
  type: "deck-top-turned-up";
  side: Side;
  powerholder: PowerholderId;
}

/** Cards in a language, and what else of the set a frontend shows. */
export interface DescribeAnswer {
  type: "describe";
  id: Id;
  cards: CardShown[];
  organisations: GroupShown[];
  families: GroupShown[];
  /** the values of the spaces of each powerholder's track, from the left. */
  tracks: Record<PowerholderId, number[]>;
}

/** Cards in a language: names, words, marks, with `faces` as SVG too; all of them if none is named. */
export interface DescribeRequest {
  type: "describe";
  id: Id;
  locale: string;
  cards?: string[] | null;
  faces?: boolean | null;
}

/** The gift deck was empty: the discard pile is shuffled and becomes the gift deck (T-11). */
export interface DiscardsShuffledIn {
  type: "discards-shuffled-in";
  gifts: GiftId[];
}

/** The game is forgotten. */
export interface EndAnswer {
  type: "end";
  id: Id;
}

/** Forget a game. */
export interface EndRequest {
  type: "end";
  id: Id;
  game: string;
  locale?: string | null;
}

/** Whether an action is legal now, and why not. */
export interface ExplainAnswer {
  type: "explain";
  id: Id;
  legal: boolean;
  /** null if it is. */
  why: Why | null;
}

/** Why an action is not legal now; with a `locale`, in words too. */
export interface ExplainRequest {
  type: "explain";
  id: Id;
  game: string;
  action: Action;
  locale?: string | null;
}

/** The id of a family. */
export type FamilyId = string;

/** Who begins (S-6); `by_chance` tells whether the game's random source chose. */
export interface FirstPlayerSet {
  type: "first-player-set";
  seat: Seat;
  by_chance: boolean;
}

/**
 * Where a running effect stands: the program, the next instruction, and what has been chosen so far.
 *
 * `side` resolves it ("you"), `target` is its recipient, lying at `place` if anywhere.
 */
export interface Frame {
  program: string;
  position: number;
  answers: (Ref | Ref[] | null)[];
  side: Side;
  target: PowerholderId | null;
  place: PlaceRef | null;
}

/** Markers stand on their starting spaces (S-1, O-2) and the gift deck lies ready (C-4). */
export interface GameBegan {
  type: "game-began";
  mode: Mode;
  players: number;
  difficulty: string | null;
  arrangement: Arrangement;
}

/** The final scoring is done, and this is how the game ended (F-3). */
export interface GameEnded {
  type: "game-ended";
  outcome: Outcome;
}

/** Something that happened. */
export type GameEvent =
  | GameBegan
  | PlayerSeated
  | BazziBettiSeated
  | RowLaid
  | CardArranged
  | RowArranged
  | LetterSetAside
  | LettersReturned
  | GiftDealt
  | RivalRevealed
  | FirstPlayerSet
  | TurnBegan
  | PhaseBegan
  | TurnEnded
  | Passed
  | GiftOffered
  | CardResolved
  | ChoiceDue
  | ChoiceMade
  | ChoiceImpossible
  | MarkerMoved
  | VpChanged
  | GiftDrawn
  | NothingDrawn
  | GiftDiscarded
  | GiftTakenUp
  | GiftShown
  | GiftLaid
  | PlaceTurnedUp
  | DeckTopTurnedUp
  | RivalDeckTopTurnedUp
  | PowerholderReplaced
  | RivalReplaced
  | GiftDeckShuffled
  | DiscardsShuffledIn
  | PowerholderDeckShuffled
  | RivalDeckShuffled
  | GameEnded;

/** The options of a game, as `start`, `new_game` and `Replay` take them. */
export interface GameOptions {
  /** "standard" or "solo". */
  mode: Mode;
  /** 2 to 4, as far as the set allows; 1 in solo, whatever is asked for. */
  players: number;
  /** the seat that begins, or null to draw it (S-6); in solo it is the human's. */
  first: Seat | null;
  /** one id for each seat, or null for the first of the set's (S-2). */
  families: FamilyId[] | null;
  /** "deal", or how else rows are laid out (S-3, S-7). */
  arrangement: Arrangement;
  /** one of the set's, of the solo game alone (O-5). */
  difficulty: string;
}

/**
 * A game at one moment: frozen, hashable, compared by value, picklable, complete.
 *
 * It holds no history: two ways to the same situation give equal states.
 */
export interface GameState {
  format: 1;
  type: "state";
  ruleset: RulesetStamp;
  mode: Mode;
  /** of the solo game; null in any other. */
  difficulty: string | null;
  arrangement: Arrangement;
  /** in seat order. */
  players: Player[];
  /** the space of each powerholder's marker, 0 at the left end. */
  markers: Record<PowerholderId, number>;
  /** the first card is the top one. */
  gift_deck: GiftId[];
  /** the last card is the top one. */
  gift_discard: GiftId[];
  /** of the solo game; null in any other. */
  bazzi_betti: BazziBetti | null;
  /** of the solo game; null in any other. */
  rival: RivalId | null;
  /** the first card is the top one. */
  rival_deck: RivalId[];
  /** whether the rival deck's top card lies face up. */
  rival_deck_open: boolean;
  rng: Rng;
  /** the phase under way. */
  phase: Phase;
  /** counts turns begun, in solo rounds. */
  turn: number;
  /** counts applied actions. */
  step: number;
  /** the seat that was to begin; null if it was drawn. */
  first: Seat | null;
  /** whose turn it is, or who lays out a row (S-7). */
  active: Seat;
  /** how many places of that row are laid out; 0 when nobody lays out a row. */
  laid: number;
  /** whether the active player has passed this turn (T-12). */
  passed: boolean;
  /** what has been offered this turn; null before that, and after a pass. */
  offering: Offering | null;
  /** effects that wait for a choice, the one that asks last. */
  frames: Frame[];
  outcome: Outcome | null;
  stale_gifts: GiftId[];
}

/** A gift of the opening hand (S-4). Everybody knows that it is no threat letter. */
export interface GiftDealt {
  type: "gift-dealt";
  seat: Seat;
  gift: GiftId | null;
}

/** The gift deck is shuffled (S-4). */
export interface GiftDeckShuffled {
  type: "gift-deck-shuffled";
}

/** A gift goes to the discard pile, from a hand (`slot` null) or from the top of a pile. */
export interface GiftDiscarded {
  type: "gift-discarded";
  side: Side;
  gift: GiftId;
  slot: number | null;
}

/** A player draws the top card of the gift deck (T-10). */
export interface GiftDrawn {
  type: "gift-drawn";
  seat: Seat;
  gift: GiftId | null;
}

/** The id of a gift. */
export type GiftId = string;

/** A gift goes from the hand onto a pile without resolving (D-2). */
export interface GiftLaid {
  type: "gift-laid";
  seat: Seat;
  gift: GiftId;
  slot: number;
}

/** A gift goes from the hand onto the pile of a connection, who is the recipient of this turn (T-1). */
export interface GiftOffered {
  type: "gift-offered";
  seat: Seat;
  gift: GiftId;
  slot: number;
  recipient: PowerholderId;
}

/** Choose this gift of that seat's hand; `copies` equal ones are there. */
export interface GiftOption {
  type: "gift";
  seat: Seat;
  gift: GiftId;
  copies: number;
}

/** A gift in somebody's hand. Equal copies are one and the same choice. */
export interface GiftRef {
  type: "gift";
  seat: Seat;
  gift: GiftId;
}

/** A gift of a hand is shown to everybody and stays there, because an effect goes on with it (T-5). */
export interface GiftShown {
  type: "gift-shown";
  seat: Seat;
  gift: GiftId;
}

/** The topmost gift of a pile goes to its owner's hand (D-1, D-3). Everybody has seen it. */
export interface GiftTakenUp {
  type: "gift-taken-up";
  seat: Seat;
  gift: GiftId;
  slot: number;
}

/** An organisation or a family in a language. */
export interface GroupShown {
  id: string;
  name: string;
  colour: string;
}

/** Who is there. */
export interface HelloAnswer {
  type: "hello";
  id: Id;
  version: string;
  /** the format of the JSON of states, views, events and replays. */
  format: number;
  ruleset: RulesetStamp;
  locales: string[];
  /** what `bot` can be asked for. */
  bots: string[];
  /** what can be asked. */
  calls: string[];
}

/** Who is there: the version, the format of JSON, the ruleset's stamp, languages, bots and calls. */
export interface HelloRequest {
  type: "hello";
  id: Id;
}

/** What a host answers. */
export type HostAnswer =
  | HelloAnswer
  | NewAnswer
  | ViewAnswer
  | LegalAnswer
  | ApplyAnswer
  | BotAnswer
  | UndoAnswer
  | PreviewAnswer
  | ExplainAnswer
  | DescribeAnswer
  | SaveAnswer
  | LoadAnswer
  | ReplayAnswer
  | EndAnswer
  | HostError;

/** What is answered to a request that is refused; nothing has changed. */
export interface HostError {
  type: "error";
  /** that of the request, null if the line was no request. */
  id: Id | null;
  /** a stable word. */
  code: "bad-json" | "too-large" | "unknown-game" | "too-many-games" | "not-your-turn" | "no-undo" | "no-replay" | "illegal-action" | "ruleset-mismatch" | "replay-parted" | "bad-format" | "cannot-start" | "bad-request";
  /** in English. */
  message: string;
  /** in the language of the request's `locale`. */
  words?: string;
  /** of an illegal action, which rule forbids it. */
  reason?: string;
  /** of an illegal action, which rule forbids it. */
  rule?: string;
  /** of what should be loaded, where it is damaged. */
  field?: string;
  /** in what the cards differ from those of what should be loaded. */
  differences?: string[];
}

/** What is said to a host, or by it. */
export type HostLine = HostRequest | HostAnswer;

/** What a host is asked. */
export type HostRequest =
  | HelloRequest
  | NewRequest
  | ViewRequest
  | LegalRequest
  | ApplyRequest
  | BotRequest
  | UndoRequest
  | PreviewRequest
  | ExplainRequest
  | DescribeRequest
  | SaveRequest
  | LoadRequest
  | ReplayRequest
  | EndRequest;

/** Chosen by whoever asks; the answer repeats it. */
export type Id = number | string;

/** What the options of a decision are. */
export type Kind = "powerholder" | "place" | "gift" | "player" | "branch";

/** What the seat that is to act may do. */
export interface LegalAnswer {
  type: "legal";
  id: Id;
  actions: Action[];
  step: number;
  to_act: Seat | null;
  over: boolean;
  outcome: Outcome | null;
  /** with a `locale`, what each of the actions means. */
  words?: string[];
  prompt?: string | null;
}

/** What the seat that is to act may do; with a `locale`, in words too. */
export interface LegalRequest {
  type: "legal";
  id: Id;
  game: string;
  locale?: string | null;
}

/** A threat letter drawn in the deal is set aside (S-4); it lies where the discards will lie. */
export interface LetterSetAside {
  type: "letter-set-aside";
  seat: Seat;
  gift: GiftId;
}

/** All letters set aside in the deal go back into the gift deck (S-4). */
export interface LettersReturned {
  type: "letters-returned";
  gifts: GiftId[];
}

/** A saved game goes on. */
export interface LoadAnswer {
  type: "load";
  id: Id;
  /** its name, by which it is asked about. */
  game: string;
  step: number;
  to_act: Seat | null;
  over: boolean;
  outcome: Outcome | null;
  prompt?: string | null;
  told?: Told[];
}

/**
 * Go on with a saved state, or with a replay's full form, as a new game.
 *
 * `viewers` get their views, and of a replay the events up to now.
 */
export interface LoadRequest {
  type: "load";
  id: Id;
  saved: string;
  viewers?: Viewer[] | null;
  locale?: string | null;
}

/** A whole number with more digits than every reader of JSON keeps. */
export interface LongNumber {
  digits: string;
}

/** A marker was asked to move `asked` spaces and went from `start` to `end` (T-4, T-6). */
export interface MarkerMoved {
  type: "marker-moved";
  powerholder: PowerholderId;
  asked: number;
  start: number;
  end: number;
}

/** The kind of game. */
export type Mode = "standard" | "solo";

/** A game has begun. */
export interface NewAnswer {
  type: "new";
  id: Id;
  /** its name, by which it is asked about. */
  game: string;
  step: number;
  to_act: Seat | null;
  over: boolean;
  outcome: Outcome | null;
  prompt?: string | null;
  told?: Told[];
}

/**
 * Begin a game, with the options of `new_game`; without a seed the host draws one.
 *
 * A whole number with more digits than every reader of JSON keeps is given as `{"digits": "..."}`.
 */
export interface NewRequest {
  type: "new";
  id: Id;
  viewers?: Viewer[] | null;
  locale?: string | null;
  mode?: Mode | null;
  players?: number | null;
  first?: Seat | null;
  families?: FamilyId[] | null;
  arrangement?: Arrangement | null;
  difficulty?: string | null;
  seed?: number | string | LongNumber | null;
}

/** Deck and discard pile are both empty: nothing is drawn (T-15). */
export interface NothingDrawn {
  type: "nothing-drawn";
  seat: Seat;
}

/** Offer `gift`, an id of the hand, to the connection at place `slot` (0 is the leftmost) of one's row (T-1). */
export interface Offer {
  type: "offer";
  gift: GiftId;
  slot: number;
  step?: number | null;
}

/** What was offered this turn, where, and to whom: the recipient is a person, not a place (T-17). */
export interface Offering {
  gift: GiftId;
  slot: number;
  recipient: PowerholderId;
}

/** One of the things to choose from. */
export type Option = PowerholderOption | PlaceOption | GiftOption | PlayerOption | BranchOption;

/**
 * How a game ended (F-3, END).
 *
 * `winners` are seats, in solo also the word `"bazzi-betti"`. `vp`, `tie_break` (conspiracy-marked gifts) and
 * `ranks` (1, 1, 3) go by seat, Bazzi-Betti last where it plays; `added` says what each item of the final
 * scoring
 * gave each of them.
 */
export interface Outcome {
  winners: Side[];
  vp: number[];
  tie_break: number[];
  ranks: number[];
  added: Record<string, number[]>;
}

/** A pack by which a ruleset is known again: its fingerprint covers what its cards do, not their names. */
export interface PackStamp {
  id: string;
  version: string;
  fingerprint: string;
}

/** Give up the turn; legal only when nothing can be offered (T-12). */
export interface Pass {
  type: "pass";
  step?: number | null;
}

/** A player could offer nothing and passed (T-12). */
export interface Passed {
  type: "passed";
  seat: Seat;
}

/** A phase of a turn, or what comes before the first one and after the last. */
export type Phase =
  | "arrangement" | "offering" | "conspiracy" | "expansion" | "reward" | "end" | "bazzi-betti" | "income" | "ability" | "scoring" | "over";

/** A phase begins (T). */
export interface PhaseBegan {
  type: "phase-began";
  phase: Phase;
}

/** One card of a row: who lies there, which side is up, and the pile of gifts on it, the last one topmost (T-1). */
export interface Place {
  powerholder: PowerholderId;
  face_up: boolean;
  gifts: GiftId[];
}

/** Choose this place; `powerholder` and `gift` (the topmost) are null where nothing is to be seen. */
export interface PlaceOption {
  type: "place";
  side: Side;
  slot: number;
  powerholder: PowerholderId | null;
  gift: GiftId | null;
}

/** A place of somebody's row, counted from the left. */
export interface PlaceRef {
  type: "place";
  side: Side;
  slot: number;
}

/** A face-down card of a row is turned face up (S-3, T-8, O-7). */
export interface PlaceTurnedUp {
  type: "place-turned-up";
  side: Side;
  slot: number;
  powerholder: PowerholderId;
}

/** One card of a row. `powerholder` is null where the viewer does not know who lies there. */
export interface PlaceView {
  powerholder: PowerholderId | null;
  face_up: boolean;
  gifts: GiftId[];
}

/**
 * One player. `hand`, `deck` hold ids (the first card of a deck is its top); `row` has five places (S-3).
 *
 * What everybody has seen of the hidden cards is part of the state: `known_hand` are cards that must be
 * in the hand (Demon, Bribe, gifts taken up), `not_letters` how many others in it cannot be threat letters
 * (S-4), `stale` how many others are older than the gift deck (T-11; see `knowledge`), `known_deck` powerholders
 * that must be in the deck, `deck_open` whether the deck's top card lies face up.
 */
export interface Player {
  seat: Seat;
  family: FamilyId;
  vp: number;
  hand: GiftId[];
  row: Place[];
  deck: PowerholderId[];
  turns_taken: number;
  known_hand: GiftId[];
  not_letters: number;
  stale: number;
  known_deck: PowerholderId[];
  deck_open: boolean;
}

/** Choose this player. */
export interface PlayerOption {
  type: "player";
  side: Side;
}

/** A player, or Bazzi-Betti. */
export interface PlayerRef {
  type: "player";
  side: Side;
}

/** A seat takes its family (S-2) and the gifts every player starts with (S-5). */
export interface PlayerSeated {
  type: "player-seated";
  seat: Seat;
  family: FamilyId;
  vp: number;
  gifts: GiftId[];
}

/** One player: the fields of `Player`, with null for each card that the viewer cannot name. */
export interface PlayerView {
  seat: Seat;
  family: FamilyId;
  vp: number;
  /**
   * the own hand as it is; of any other first what nobody else can name, then `known_hand`: `(null, null,
   * "bribe")`.
   */
  hand: (GiftId | null)[];
  /** from the left; who lies face down is known only to a player who has laid out the row (S-7). */
  row: PlaceView[];
  /** as many as it has cards, the first one named if it lies open (`deck_open`). */
  deck: (PowerholderId | null)[];
  turns_taken: number;
  /** what everybody knows of the hand (see `knowledge`). */
  known_hand: GiftId[];
  /** what everybody knows of the hand (see `knowledge`). */
  not_letters: number;
  /** what everybody knows of the hand (see `knowledge`). */
  stale: number;
  /** powerholders that everybody knows to be in the deck, in the ruleset's order, whatever its order is. */
  known_deck: PowerholderId[];
  deck_open: boolean;
  /** all that do not lie face up in the row, in the ruleset's order: the deck and the face-down cards. */
  hidden: PowerholderId[];
}

/** A side's powerholder deck is shuffled (S-3, D-5). */
export interface PowerholderDeckShuffled {
  type: "powerholder-deck-shuffled";
  side: Side;
}

/** The id of a powerholder. */
export type PowerholderId = string;

/** Choose this powerholder. */
export interface PowerholderOption {
  type: "powerholder";
  powerholder: PowerholderId;
}

/**
 * The top card of a side's deck took a place of the row, face up (D-7); the other went into the deck (D-5).
 *
 * `open`: both cards lay face up before.
 */
export interface PowerholderReplaced {
  type: "powerholder-replaced";
  side: Side;
  slot: number;
  old: PowerholderId;
  new: PowerholderId;
  open: boolean;
}

/** What an action surely does; nothing is played. */
export interface PreviewAnswer {
  type: "preview";
  id: Id;
  events: GameEvent[];
  /** the type of the event that is not shown any more, `other-hands`, or null if all is shown. */
  stops: string | null;
  /** with a `locale`, one sentence an event. */
  words?: string[];
}

/** What an action surely does, up to the first thing that would come to light; with a `locale`, in words too. */
export interface PreviewRequest {
  type: "preview";
  id: Id;
  game: string;
  action: Action;
  locale?: string | null;
}

/** What was chosen: a powerholder's id, or what says which kind of thing it is. */
export type Ref = string | PlaceRef | GiftRef | PlayerRef | BranchRef;

/** Action number `step`, counted from 1. `mark` is the beginning of the digest of the table after it. */
export interface ReplayAction {
  type: "action";
  step: number;
  action: Action;
  mark: string;
}

/** The game as the text of a replay file. */
export interface ReplayAnswer {
  type: "replay";
  id: Id;
  replay: string;
}

/** The digest of the state after action number `step`; 0 is the beginning. */
export interface ReplayCheckpoint {
  type: "checkpoint";
  step: number;
  digest: string;
}

/** The last line: how many actions there are, and how the game ended, if it did. */
export interface ReplayEnd {
  type: "end";
  steps: number;
  outcome: Outcome | null;
}

/**
 * The first line: the rules, the print of each card (so that a mismatch can name the changed ones), the options.
 *
 * `mark` is that of the table at the beginning, as in `Acted`. `names` says who played each seat, if anybody
 * noted it.
 */
export interface ReplayHeader {
  format: 1;
  type: "replay";
  ruleset: RulesetStamp;
  cards: Record<string, string>;
  options: GameOptions;
  seed: number | string | LongNumber;
  mark: string;
  names?: string[] | null;
}

/** A line of a replay file: of a whole game, or of one as a seat saw it (`Told...`). */
export type ReplayLine =
  | ReplayHeader
  | ReplayAction
  | ReplayCheckpoint
  | ReplayEnd
  | ToldHeader
  | ToldBeginning
  | ToldStep
  | ToldEnd;

/** The replay of a game as the text of a file: the full form, or what a viewer may keep. */
export interface ReplayRequest {
  type: "replay";
  id: Id;
  game: string;
  viewer?: Viewer | null;
  locale?: string | null;
}

/** The rival deck is shuffled (O-4, O-10). */
export interface RivalDeckShuffled {
  type: "rival-deck-shuffled";
}

/** The top card of the rival deck lies face up now (O-10). */
export interface RivalDeckTopTurnedUp {
  type: "rival-deck-top-turned-up";
  rival: RivalId;
}

/** The id of a rival. */
export type RivalId = string;

/**
 * The top card of the rival deck became the face-up rival; the other went into that deck (O-10).
 *
 * `open`: both cards lay face up before.
 */
export interface RivalReplaced {
  type: "rival-replaced";
  old: RivalId;
  new: RivalId;
  open: boolean;
}

/** The first rival is turned up (O-4). */
export interface RivalRevealed {
  type: "rival-revealed";
  rival: RivalId;
}

/** The random source of a game: a key of 64 hexadecimal digits, and how many operations it has served. */
export interface Rng {
  key: string;
  used: number;
}

/** A seat has laid out its whole row; it is the next seat's turn to do so (S-7). */
export interface RowArranged {
  type: "row-arranged";
  seat: Seat;
}

/** The top cards of a side's powerholder deck are laid face down in a row (S-3, O-3). */
export interface RowLaid {
  type: "row-laid";
  side: Side;
  places: number;
}

/** What stands for a ruleset in JSON: rulesets of one fingerprint play alike, and the packs tell people why not. */
export interface RulesetStamp {
  fingerprint: string;
  packs: PackStamp[];
}

/** The state of a game as a text; it holds everything, the seed included. */
export interface SaveAnswer {
  type: "save";
  id: Id;
  saved: string;
}

/** The state of a game as a text, to be kept and loaded. */
export interface SaveRequest {
  type: "save";
  id: Id;
  game: string;
  locale?: string | null;
}

/** A seat, counted from 0. */
export type Seat = number;

/** Who owns a row: a seat, or the automatic family of the solo game. */
export type Side = number | "bazzi-betti";

/** What a viewer of the request sees: the events, with a `locale` in words too, one sentence an event. */
export interface Told {
  viewer: Viewer;
  events: GameEvent[];
  /** what the viewer knows then; in answers to `load` and `undo`. */
  view?: View;
  words?: string[];
}

/** What the seat saw when play began: the view, or its plain data where the game was read from a file. */
export interface ToldBeginning {
  type: "beginning";
  view: View;
}

/** The last line: how many actions there were, and how the game ended, if it did. */
export interface ToldEnd {
  type: "end";
  steps: number;
  outcome: Outcome | null;
}

/** The first line: the rules, the options, and who saw the game (null: a spectator). */
export interface ToldHeader {
  format: 1;
  type: "told-replay";
  ruleset: RulesetStamp;
  options: GameOptions;
  seat: Seat | null;
}

/** What the seat saw of action number `step`, which seat `by` took; 0 is the setup. */
export interface ToldStep {
  type: "step";
  step: number;
  by: Seat | null;
  events: GameEvent[];
}

/** A turn, in solo a round, begins. `turn` counts from 1. */
export interface TurnBegan {
  type: "turn-began";
  seat: Seat;
  turn: number;
}

/** A player's turn is over; `turns_taken` counts it (T-10). */
export interface TurnEnded {
  type: "turn-ended";
  seat: Seat;
  turns_taken: number;
}

/** The last action is taken back. */
export interface UndoAnswer {
  type: "undo";
  id: Id;
  /** that action. */
  undone: Action;
  step: number;
  to_act: Seat | null;
  over: boolean;
  outcome: Outcome | null;
  prompt?: string | null;
  told?: Told[];
}

/**
 * Take back the last action, unless something came to light by it; for `seat` if given, only its own.
 *
 * `viewers` get their views as they are after it.
 */
export interface UndoRequest {
  type: "undo";
  id: Id;
  game: string;
  seat?: number | null;
  viewers?: Viewer[] | null;
  locale?: string | null;
}

/**
 * A game as `seat` may know it (null: a spectator): frozen, hashable, compared by value.
 *
 * It has the fields of `GameState` but for the random source, and they hold the same, with null for each card
 * that
 * this seat cannot name.
 */
export interface View {
  format: 1;
  type: "view";
  ruleset: RulesetStamp;
  seat: Seat | null;
  mode: Mode;
  difficulty: string | null;
  arrangement: Arrangement;
  players: PlayerView[];
  markers: Record<PowerholderId, number>;
  /** as many null as it has cards. */
  gift_deck: (GiftId | null)[];
  gift_discard: GiftId[];
  /** what hands held together when the discards became the gift deck, less what was seen since. */
  stale_gifts: GiftId[];
  bazzi_betti: BazziBettiView | null;
  rival: RivalId | null;
  /** likewise, the first card named if it lies open (`rival_deck_open`). */
  rival_deck: (RivalId | null)[];
  rival_deck_open: boolean;
  /** which rivals are in that deck, in the ruleset's order. */
  hidden_rivals: RivalId[];
  phase: Phase;
  turn: number;
  step: number;
  first: Seat | null;
  active: Seat;
  laid: number;
  passed: boolean;
  offering: Offering | null;
  frames: Frame[];
  outcome: Outcome | null;
  /** the pending choice; its `options` are empty unless it is this seat's. */
  decision: Decision | null;
  /** the seat whose action is awaited, or null after the end. */
  to_act: Seat | null;
  /** this seat's, () unless it is to act. */
  legal_actions: Action[];
}

/** What the viewer knows of a game. */
export interface ViewAnswer {
  type: "view";
  id: Id;
  view: View;
  /** with a `locale`, what has to be chosen now, null if nothing. */
  prompt?: string | null;
}

/** The view of a viewer; with a `locale`, what has to be chosen now in words too. */
export interface ViewRequest {
  type: "view";
  id: Id;
  game: string;
  viewer: Viewer;
  locale?: string | null;
}

/** A seat, or everybody. */
export type Viewer = number | "spectator";

/** A side was to gain `asked` VP (negative: lose) and went from `start` to `end` (C-7). `source` is the cause. */
export interface VpChanged {
  type: "vp-changed";
  side: Side;
  asked: number;
  start: number;
  end: number;
  source: string;
}

/** Why an action is not legal: a stable word, a message in English, the rule ("" if none), in words if asked for. */
export interface Why {
  code: string;
  message: string;
  rule: string;
  words?: string;
}
