/** State of perpetuals: each market's contract and mark, positions, and users' settings. */
import type { RiskTiers } from '../../../../shared/products/perpetual/rules/tiers';
import { createBook, type Book } from '../../../core/market/book';
import type { PositionSide } from '../../../core/market/order';
import { choice, type ValueOf } from '../../../core/messages/message';
import type { ContractTerms } from './terms/terms';
import type { ChangedPerpetualTerms } from './terms/commands';

export interface Contract {
  /** Its tiers apply to positions. */
  terms: ContractTerms;
  /** Tiers for new orders and leverage: tighter ones apply a day earlier than for positions. */
  orderTiers: RiskTiers;
  /** Announced and not yet in effect for everything. */
  change: AnnouncedTerms | null;
  /** Set once the end is announced. */
  ending: Ending | null;
  mark: MarkState;
  /** Lots of long positions, which equal those of short ones. */
  openLots: number;
  /** Time of the first opening, milliseconds; 0 before. */
  openedAt: number;
  /** Orders that wait for the mark. */
  waiting: { mark: Book };
}

export interface Ending {
  endsAt: number;
  /** Half hour before the end: sum of index × milliseconds, and the number of milliseconds. */
  indexSum: bigint;
  indexMs: number;
  /** Settlement price in ticks; 0 before it is fixed. */
  price: number;
  /** True when no position or order is left. */
  isOver: boolean;
}

export interface AnnouncedTerms {
  from: number;
  positionsFrom: number;
  asked: ChangedPerpetualTerms;
  /** The change applies to orders already. */
  isForOrders: boolean;
}

/** State of publications. Prices are ticks of the market. */
export interface MarkState {
  /** Ticks; 0 before the first publication. */
  mark: number;
  index: number;
  /** Time of the last publication, milliseconds; 0 before the first. */
  at: number;
  /** Cumulative funding owed by one long lot since the beginning: parts of 10^9 of a tick, exact. */
  fundingSum: bigint;
}

/** The holding that contains the position gives its margin mode. */
export interface Position {
  id: number;
  user: number;
  market: string;
  side: PositionSide;
  /** Above zero. */
  lots: number;
  /** Cost of its lots: the sum of price × size over its fills, minus the released cost. Units, exact. */
  cost: bigint;
  /** Its locked margin: the remaining amount of that hold. */
  hold: number;
  /** The market's funding sum up to which it has been settled. */
  funded: bigint;
  openedAt: number;
}

/** isolated: covered by its own margin; cross: together with all other cross positions of its owner. */
export const marginMode = choice('isolated', 'cross');
export type MarginMode = ValueOf<typeof marginMode>;

/** hedge: long and short side by side; one_way: a single position that reverses. */
export const positionMode = choice('hedge', 'one_way');

/** A user's state in one market. */
export interface Holding {
  /** Chosen leverage; 0 for the market's default. */
  leverage: number;
  mode: MarginMode;
  /** One-way mode: opposite orders close the position first. Otherwise long and short exist side by side. */
  isOneWay: boolean;
  long: Position | null;
  short: Position | null;
}

/** Sums of open orders that open a position, and of those that close it. */
export interface OpenOrderSums {
  /** Lots ordered to open it. */
  opening: number;
  /** Those lots × their ticks. */
  atPrices: bigint;
  /** Lots of resting orders that close it. */
  closing: number;
  /** Units held by these orders. */
  held: bigint;
}

export interface PerpetualState {
  /** By market, in order of listing. */
  contracts: Map<string, Contract>;
  /** By user, then by market. */
  holdings: Map<number, Map<string, Holding>>;
  /**
   * Users and markets whose orders close more than the position, in order of occurrence: the cut precedes all other work. By user and
   * market.
   */
  uncut: Map<string, { user: number; market: string }>;
  /** By user, then by market; absent for users without orders. Derived from open orders. */
  ordered: Map<number, Map<string, Record<PositionSide, OpenOrderSums>>>;
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

/** Creates the holding if there is none. */
export function holdingOf({ holdings }: PerpetualState, user: number, market: string): Holding {
  let userHoldings = holdings.get(user);
  if (!userHoldings) holdings.set(user, (userHoldings = new Map<string, Holding>()));
  let holding = userHoldings.get(market);
  if (!holding)
    userHoldings.set(market, (holding = { leverage: 0, mode: 'isolated', isOneWay: false, long: null, short: null }));
  return holding;
}

declare module '../../../core/state' {
  interface ProductStates {
    perpetual: PerpetualState;
  }
}
