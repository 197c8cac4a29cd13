/** Every trade once per market, and for spot also once per side with that side's fee. */
import type { EntryKind } from '../../../shared/rules/entry-kinds';
import type { EventOf } from '../../core/event';
import type { Entry } from '../../core/ledger/entry';
import { userAccountOf } from './accounts';
import type { Projection, EventContext } from './projection';
import { ProjectionError } from './projecting/projection-error';

export const tradesProjection: Projection = {
  name: 'trades',
  tables: ['trades', 'fills'],
  reads: {},
  writes: {
    TradeExecuted: traded,
    // Fees of each side of a perpetual trade are stored with its fills.
    PerpetualTraded: ({ trade: id, market, price, quantity, notional, takerSide }, { rows, at, position }) => {
      rows.trades.add({ market, id, price, quantity, notional, takerSide, at, position });
    },
  },
};

function traded(event: EventOf<'TradeExecuted'>, { rows, at, position }: EventContext): void {
  const { trade, market, price, quantity, takerSide } = event;
  const notional = notionalOf(event);
  rows.trades.add({ market, id: trade, price, quantity, notional, takerSide, at, position });

  const base = assetOf(entryOf(event, BASE));
  const quote = assetOf(entryOf(event, QUOTE));
  rows.fills.add({
    orderId: event.makerOrder,
    tradeId: trade,
    userId: event.maker,
    market,
    side: takerSide === 'buy' ? 'sell' : 'buy',
    role: 'maker',
    price,
    quantity,
    notional,
    fee: event.makerFee,
    feeAsset: takerSide === 'buy' ? quote : base,
    at,
    position,
  });
  rows.fills.add({
    orderId: event.takerOrder,
    tradeId: trade,
    userId: event.taker,
    market,
    side: takerSide,
    role: 'taker',
    price,
    quantity,
    notional,
    fee: event.takerFee,
    feeAsset: takerSide === 'buy' ? base : quote,
    at,
    position,
  });
}

/** The trade's value in units of the quote asset, taken from the ledger entry so that it cannot differ from a formula. */
export function notionalOf(event: EventOf<'TradeExecuted'>): bigint {
  return entryOf(event, QUOTE).amount;
}

/** Received amounts are available, or belong to the stake of a robot. */
const BASE: readonly EntryKind[] = ['trade_base', 'robot_trade_base'];
const QUOTE: readonly EntryKind[] = ['trade_quote', 'robot_trade_quote'];

function entryOf(event: EventOf<'TradeExecuted'>, kinds: readonly EntryKind[]): Entry {
  const entry = event.entries.find(({ kind }) => kinds.includes(kind));
  if (!entry) throw new ProjectionError(`trade ${event.trade} has no entry ${kinds[0]}`);
  return entry;
}

function assetOf({ credit }: Entry): string {
  const account = userAccountOf(credit);
  if (!account) throw new ProjectionError(`${credit} is no user's, and yet it traded`);
  return account.asset;
}
