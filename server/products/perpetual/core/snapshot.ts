/** Perpetuals in the canonical state. */
import { riskTiers } from '../../../../shared/products/perpetual/rules/tiers';
import { getOrThrow, sortedByKey } from '../../../core/evolve-helpers';
import { addOrder } from '../../../core/market/book';
import { idsOf } from '../../../core/market/snapshot';
import type { OrderSide, PositionSide } from '../../../core/market/order';
import { snapshotRow, snapshotRowsOf, type SnapshotRows } from '../../../core/product';
import { notePosition } from './funding/state';
import { enqueuePosition } from './liquidation/liquidation-queue';
import { createContract, holdingOf, type PerpetualState } from './state';
import type { ContractTerms } from './terms/terms';
import type { ChangedPerpetualTerms } from './terms/commands';

type TierTuple = [cap: string, leverageMax: number, ratePpb: number];
type ContractLine = [
  is: 'contract',
  market: string,
  index: string,
  tiers: TierTuple[],
  closePpb: number,
  fundingIntervalMs: number,
  fundingCapPpb: number,
  openInterestMax: string,
  impactNotional: string,
  openedAt: number,
];

const contractLine = snapshotRow<ContractLine>(
  'contract',
  function* ({ perpetual }) {
    for (const [market, { terms, openedAt }] of perpetual.contracts) {
      yield [
        'contract',
        market,
        terms.index,
        terms.tiers.map(({ cap, leverageMax, ratePpb }) => [`${cap}`, leverageMax, ratePpb]),
        terms.closePpb,
        terms.fundingIntervalMs,
        terms.fundingCapPpb,
        `${terms.openInterestMax}`,
        `${terms.impactNotional}`,
        openedAt,
      ];
    }
  },
  ({ perpetual }, line) => {
    const tiers = line[3].map(([cap, leverageMax, ratePpb]) => ({ cap: BigInt(cap), leverageMax, ratePpb }));
    const terms: ContractTerms = {
      index: line[2],
      tiers: riskTiers(tiers),
      closePpb: line[4],
      fundingIntervalMs: line[5],
      fundingCapPpb: line[6],
      openInterestMax: BigInt(line[7]),
      impactNotional: BigInt(line[8]),
    };
    perpetual.contracts.set(line[1], { ...createContract(terms), openedAt: line[9] });
  },
);

/** Markets with announced changes of terms, or with separate tiers for orders and positions. */
type ChangeLine = [
  is: 'contract_change',
  market: string,
  orderTiers: TierTuple[],
  from: number,
  positionsFrom: number,
  isForOrders: boolean,
  tiers: TierTuple[] | null,
  fundingCapPpb: number | null,
  openInterestMax: string | null,
  impactNotional: string | null,
];
const changeLine = snapshotRow<ChangeLine>(
  'contract_change',
  function* ({ perpetual }) {
    for (const [market, { change, orderTiers }] of perpetual.contracts) {
      if (!change) continue;
      const { from, positionsFrom, isForOrders, asked: changedTerms } = change;
      const { tierCaps, tierLeverages = [], tierRatesPpb = [] } = changedTerms;
      yield [
        'contract_change',
        market,
        orderTiers.map(({ cap, leverageMax, ratePpb }) => [`${cap}`, leverageMax, ratePpb]),
        from,
        positionsFrom,
        isForOrders,
        tierCaps?.map((cap, place) => [`${cap}`, tierLeverages[place], tierRatesPpb[place]]) ?? null,
        changedTerms.fundingCapPpb ?? null,
        changedTerms.openInterestMax === undefined ? null : `${changedTerms.openInterestMax}`,
        changedTerms.impactNotional === undefined ? null : `${changedTerms.impactNotional}`,
      ];
    }
  },
  ({ perpetual }, [, market, orderTiers, from, positionsFrom, isForOrders, tiers, cap, interest, impact]) => {
    const changedTerms: ChangedPerpetualTerms = {};
    if (tiers) {
      changedTerms.tierCaps = tiers.map(([tierCap]) => BigInt(tierCap));
      changedTerms.tierLeverages = tiers.map(([, leverageMax]) => leverageMax);
      changedTerms.tierRatesPpb = tiers.map(([, , ratePpb]) => ratePpb);
    }
    if (cap !== null) changedTerms.fundingCapPpb = cap;
    if (interest !== null) changedTerms.openInterestMax = BigInt(interest);
    if (impact !== null) changedTerms.impactNotional = BigInt(impact);
    const contract = getOrThrow(perpetual.contracts, market);
    contract.change = { from, positionsFrom, isForOrders, asked: changedTerms };
    contract.orderTiers = riskTiers(
      orderTiers.map(([tierCap, leverageMax, ratePpb]) => ({ cap: BigInt(tierCap), leverageMax, ratePpb })),
    );
  },
);

const endingLine = snapshotRow<
  [
    is: 'contract_ending',
    market: string,
    endsAt: number,
    indexSum: string,
    indexMs: number,
    price: number,
    isOver: boolean,
  ]
>(
  'contract_ending',
  function* ({ perpetual }) {
    for (const [market, { ending }] of perpetual.contracts) {
      if (!ending) continue;
      const { endsAt, indexSum, indexMs, price, isOver } = ending;
      yield ['contract_ending', market, endsAt, `${indexSum}`, indexMs, price, isOver];
    }
  },
  ({ perpetual }, [, market, endsAt, indexSum, indexMs, price, isOver]) => {
    getOrThrow(perpetual.contracts, market).ending = { endsAt, indexSum: BigInt(indexSum), indexMs, price, isOver };
  },
);

type MarkLine = [is: 'mark', market: string, mark: number, index: number, at: number, fundingSum: string];
const markLine = snapshotRow<MarkLine>(
  'mark',
  function* ({ perpetual }) {
    for (const [market, { mark: state }] of perpetual.contracts) {
      if (state.at > 0) yield ['mark', market, state.mark, state.index, state.at, `${state.fundingSum}`];
    }
  },
  ({ perpetual }, [, market, mark, index, at, fundingSum]) => {
    getOrThrow(perpetual.contracts, market).mark = { mark, index, at, fundingSum: BigInt(fundingSum) };
  },
);

/** Users who chose a leverage. */
const leverageLine = snapshotRow<[is: 'leverage', user: number, market: string, leverage: number]>(
  'leverage',
  function* ({ perpetual }) {
    for (const [user, holdings] of sortedByKey(perpetual.holdings)) {
      for (const [market, { leverage }] of sortedByKey(holdings))
        if (leverage > 0) yield ['leverage', user, market, leverage];
    }
  },
  ({ perpetual }, [, user, market, leverage]) => {
    holdingOf(perpetual, user, market).leverage = leverage;
  },
);

/** Users who chose cross margin. */
const crossLine = snapshotRow<[is: 'cross_margin', user: number, market: string]>(
  'cross_margin',
  function* ({ perpetual }) {
    for (const [user, holdings] of sortedByKey(perpetual.holdings)) {
      for (const [market, { mode }] of sortedByKey(holdings))
        if (mode === 'cross') yield ['cross_margin', user, market];
    }
  },
  ({ perpetual }, [, user, market]) => {
    holdingOf(perpetual, user, market).mode = 'cross';
  },
);

/** Users who chose one-way mode. */
const oneWayLine = snapshotRow<[is: 'one_way', user: number, market: string]>(
  'one_way',
  function* ({ perpetual }) {
    for (const [user, holdings] of sortedByKey(perpetual.holdings)) {
      for (const [market, { isOneWay }] of sortedByKey(holdings)) if (isOneWay) yield ['one_way', user, market];
    }
  },
  ({ perpetual }, [, user, market]) => {
    holdingOf(perpetual, user, market).isOneWay = true;
  },
);

/** In the order in which they are cut. */
const uncutLine = snapshotRow<[is: 'uncut', user: number, market: string]>(
  'uncut',
  function* ({ perpetual }) {
    for (const { user, market } of perpetual.uncut.values()) yield ['uncut', user, market];
  },
  ({ perpetual }, [, user, market]) => {
    perpetual.uncut.set(`${user} ${market}`, { user, market });
  },
);

type PositionLine = [
  is: 'position',
  id: number,
  user: number,
  market: string,
  side: PositionSide,
  lots: number,
  cost: string,
  hold: number,
  openedAt: number,
  funded: string,
];
const positionLine = snapshotRow<PositionLine>(
  'position',
  function* ({ perpetual }) {
    for (const [user, holdings] of sortedByKey(perpetual.holdings)) {
      for (const [market, { long, short }] of sortedByKey(holdings)) {
        for (const position of [long, short]) {
          if (!position) continue;
          const { id, side, lots, cost, hold, openedAt, funded } = position;
          yield ['position', id, user, market, side, lots, `${cost}`, hold, openedAt, `${funded}`];
        }
      }
    }
  },
  (state, [, id, user, market, side, lots, cost, hold, openedAt, funded]) => {
    const { perpetual } = state;
    const position = { id, user, market, side, lots, cost: BigInt(cost), hold, openedAt, funded: BigInt(funded) };
    holdingOf(perpetual, user, market)[side] = position;
    notePosition(state, position);
    enqueuePosition(state, position);
    if (side === 'long') getOrThrow(perpetual.contracts, market).openLots += lots;
  },
);

/** Orders waiting for a mark: ids by priority. */
type WaitingLine = [is: 'waiting_for_mark', market: string, side: OrderSide, ids: number[]];
const waitingLine = snapshotRow<WaitingLine>(
  'waiting_for_mark',
  function* ({ perpetual }) {
    for (const [market, { waiting }] of perpetual.contracts) {
      for (const side of ['buy', 'sell'] as const) {
        const ids = idsOf(waiting.mark, side);
        if (ids.length > 0) yield ['waiting_for_mark', market, side, ids];
      }
    }
  },
  ({ perpetual, orders }, [, market, side, ids]) => {
    const { waiting } = getOrThrow(perpetual.contracts, market);
    for (const id of ids) {
      const { user, trigger } = getOrThrow(orders, id);
      addOrder(waiting.mark, side, id, user, trigger, 1);
    }
  },
);

const positionsLine = snapshotRow<[is: 'positions', next: number]>(
  'positions',
  function* ({ perpetual }) {
    if (perpetual.nextPosition > 1) yield ['positions', perpetual.nextPosition];
  },
  ({ perpetual }, [, next]) => {
    perpetual.nextPosition = next;
  },
);

const PERPETUAL: SnapshotRows<PerpetualState> = {
  contracts: [contractLine, changeLine, endingLine, markLine, waitingLine],
  holdings: [leverageLine, crossLine, oneWayLine, positionLine],
  uncut: uncutLine,
  ordered: 'derived',
  nextPosition: positionsLine,
};

export const perpetualSnapshotRows = snapshotRowsOf(PERPETUAL);
