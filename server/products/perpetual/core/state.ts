/** What is kept of perpetuals: each market's contract and mark, positions, and what users chose. */
import type { RiskTiers } from '../../../../shared/products/perpetual/rules/tiers';
import { createBook, type Book } from '../../../core/market/book';
import type { PositionSide } from '../../../core/market/order';
import { choice, type ValueOf } from '../../../core/messages/message';
import type { ContractTerms } from './terms/terms';
import type { ChangedPerpetualTerms } from './terms/commands';

export interface Contract {
  /** Its tiers are those of positions. */
  terms: ContractTerms;
  /** By which new orders and leverage are judged: where they get tighter, a day ahead of positions. */
  orderTiers: RiskTiers;
  /** Announced and not in effect for everything yet. */
  change: AnnouncedTerms | null;
  /** Announced to end, or over. */
  ending: Ending | null;
  mark: MarkState;
  /** Lots that are long, and so those that are short. */
  openLots: number;
  /** When the market was first opened, milliseconds; 0 before. */
  openedAt: number;
  /** What waits for the mark. */
  waiting: { mark: Book };
}

export interface Ending {
  endsAt: number;
  /** Of the half hour before: index × milliseconds that it stood, and how many those are. */
  indexSum: bigint;
  indexMs: number;
  /** At which everything is settled, ticks; 0 before it is fixed. */
  price: number;
  /** Nothing is left. */
  isOver: boolean;
}

export interface AnnouncedTerms {
  from: number;
  positionsFrom: number;
  asked: ChangedPerpetualTerms;
  /** Orders go by it already. */
  isForOrders: boolean;
}

/** What publications left behind. Prices are ticks of the market. */
export interface MarkState {
  /** 0 before the first. */
  mark: number;
  index: number;
  /** Time of the last publication, milliseconds; 0 before the first. */
  at: number;
  /** What a lot that was long all the time has owed in funding since the beginning: parts of 10^9 of a tick, exact. */
  fundingSum: bigint;
}

/** How it is covered says the holding that it stands in. */
export interface Position {
  id: number;
  user: number;
  market: string;
  side: PositionSide;
  /** Above zero. */
  lots: number;
  /** What its lots cost: the sum of price × size over its fills, less what was released. Units, exact. */
  cost: bigint;
  /** What it has locked: what remains of that hold. */
  hold: number;
  /** The market's funding sum up to which it has paid and received. */
  funded: bigint;
  openedAt: number;
}

/** Covered by a margin of its own, or together with all other cross positions of its owner. */
export const marginMode = choice('isolated', 'cross');
export type MarginMode = ValueOf<typeof marginMode>;

/** Long and short side by side, or one position that turns around. */
export const positionMode = choice('hedge', 'one_way');

/** What a user has in one market. */
export interface Holding {
  /** Chosen; 0 for the market's first. */
  leverage: number;
  mode: MarginMode;
  /** One position at a time: what is ordered against it closes it first. Else both sides stand beside each other. */
  isOneWay: boolean;
  long: Position | null;
  short: Position | null;
}

/** What open orders come to that open a position, and those that close it. */
export interface Ordered {
  /** Lots that are ordered to open it. */
  opening: number;
  /** Those lots × their ticks. */
  atPrices: bigint;
  /** Lots that rest to close it. */
  closing: number;
  /** Units that they hold. */
  held: bigint;
}

export interface PerpetualState {
  /** By market, as they were listed. */
  contracts: Map<string, Contract>;
  /** By user, then by market. */
  holdings: Map<number, Map<string, Holding>>;
  /** Whose orders close more than there is, as they came to: they are cut before anything else happens. By user and market. */
  uncut: Map<string, { user: number; market: string }>;
  /** By user, then by market; who orders nothing has none. It follows from open orders. */
  ordered: Map<number, Map<string, Record<PositionSide, Ordered>>>;
  /** The next position's id, from 1. */
  nextPosition: number;
}

export function createPerpetualState(): PerpetualState {
  return { contracts: new Map(), holdings: new Map(), uncut: new Map(), ordered: new Map(), nextPosition: 1 };
}

export function createContract(terms: ContractTerms): Contract {
  return {
    terms,
    orderTiers: terms.tiers,
    change: null,
    ending: null,
    mark: { mark: 0, index: 0, at: 0, fundingSum: 0n },
    openLots: 0,
    openedAt: 0,
    waiting: { mark: createBook() },
  };
}

/** Made when there is none. */
export function holdingOf({ holdings }: PerpetualState, user: number, market: string): Holding {
  let own = holdings.get(user);
  if (!own) holdings.set(user, (own = new Map<string, Holding>()));
  let holding = own.get(market);
  if (!holding)
    own.set(market, (holding = { leverage: 0, mode: 'isolated', isOneWay: false, long: null, short: null }));
  return holding;
}

declare module '../../../core/state' {
  interface ProductStates {
    perpetual: PerpetualState;
  }
}
