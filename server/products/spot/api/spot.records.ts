/** Stored orders and fills as records of the API. */
import { decimalOf, scaleOf, unitsOf } from '../../../../shared/rules/units';
import type { FillRecord, OrderRecord } from '../../../../shared/products/spot/wire';
import type { MarketDecimals } from '../../../core/market/market-decimals';
import type { LiveMarket } from '../../../views/live/markets';
import type { StoredOrder } from '../stored/lists';
import type { FillRow, OrderRow } from '../../../views/stored/tables';

/** Decimals of an average price beyond those of the market's tick. */
const AVERAGE_DIGITS = 8;

export function orderRecord(row: StoredOrder, market: LiveMarket): OrderRecord {
  return {
    order: String(row.id),
    market: row.market,
    side: row.side,
    kind: row.kind,
    timeInForce: row.timeInForce,
    selfTrade: row.selfTrade,
    phase: phaseOf(row),
    status: row.status,
    reason: row.reason,
    price: row.price === null ? null : market.price(row.price),
    quantity: row.quantity === null ? null : market.quantity(row.quantity),
    quoteAmount: row.quoteAmount === null ? null : market.quoteAmount(row.quoteAmount),
    trigger: row.triggerPrice === null ? null : market.price(row.triggerPrice),
    filledQuantity: market.quantity(row.filledQuantity),
    filledQuote: market.quoteAmount(row.filledQuote),
    averagePrice: averagePrice(row, market),
    clientId: row.clientId,
    placedAt: row.placedAt,
    changedAt: row.changedAt,
    ...(row.robot === null ? {} : { robot: String(row.robot) }),
  };
}

export function fillRecord(row: FillRow, market: LiveMarket): FillRecord {
  const fee = row.side === 'buy' ? market.baseAmount(row.fee) : market.quoteAmount(row.fee);
  return {
    trade: String(row.tradeId),
    order: String(row.orderId),
    market: row.market,
    side: row.side,
    role: row.role,
    price: market.price(row.price),
    quantity: market.quantity(row.quantity),
    amount: market.quoteAmount(row.notional),
    fee,
    feeAsset: row.feeAsset,
    at: row.at,
  };
}

function phaseOf({ open, kind, triggeredAt }: OrderRow): OrderRecord['phase'] {
  if (open === 0) return 'closed';
  return triggeredAt === null && (kind === 'stop_limit' || kind === 'stop_market') ? 'waiting' : 'resting';
}

/** Quote paid or received per base, rounded down. For display only: `filledQuote` is exact. */
export function averagePrice(
  { filledQuantity, filledQuote }: Pick<OrderRow, 'filledQuantity' | 'filledQuote'>,
  market: MarketDecimals,
): string | null {
  if (filledQuantity === 0) return null;
  const { tick } = market.terms;
  const scale = scaleOf(tick);
  const scaled = filledQuote * (unitsOf(tick, scale) as bigint) * 10n ** BigInt(AVERAGE_DIGITS);
  return decimalOf(scaled / market.notional(1, filledQuantity), scale + AVERAGE_DIGITS);
}
