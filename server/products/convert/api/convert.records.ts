/** Quotes, conversions and small balances as records of the API. */
import type { ConversionRecord, ConvertLeg, DustCoin } from '../../../../shared/products/convert/wire';
import type { DustDesk } from '../../../../shared/products/convert/staff';
import { minimumReceived } from '../../../../shared/products/convert/rules/quote';
import { decimalOf } from '../../../../shared/rules/units';
import { VALUE_ASSET } from '../../../../shared/rules/valuation';
import type { CoreEvent, EventOf } from '../../../core/event';
import type { ReferenceData } from '../../../engine/port';
import { marketOf } from '../../../features/shared/orders/markets';
import type { LiveViews } from '../../../views/live/live-views';
import { averagePrice } from '../../spot/api/spot.records';
import type { DustPreview } from '../core/dust';
import type { ConversionRow } from '../stored/tables';

/** Formats units of an asset as an amount. */
export function amountIn(reference: ReferenceData, asset: string, units: bigint): string {
  return decimalOf(units, reference.scaleOf(asset) ?? 0);
}

/** Orders of a conversion with their trades. */
export function legRecords(events: readonly CoreEvent[], reference: ReferenceData): ConvertLeg[] {
  return events.filter((event) => event.type === 'OrderPlaced').map((order) => legRecord(order, events, reference));
}

function legRecord(
  { order, market: name, side }: EventOf<'OrderPlaced'>,
  events: readonly CoreEvent[],
  reference: ReferenceData,
): ConvertLeg {
  const market = marketOf(reference, name);
  let [filledQuantity, filledQuote, fee] = [0, 0n, 0n];
  for (const event of events) {
    if (event.type !== 'TradeExecuted' || event.takerOrder !== order) continue;
    filledQuantity += event.quantity;
    filledQuote += event.notional;
    fee += event.takerFee;
  }
  const asset = side === 'buy' ? market.terms.base : market.terms.quote;
  return {
    market: name,
    side,
    price: averagePrice({ filledQuantity, filledQuote }, market) ?? '0',
    fee: { asset, amount: amountIn(reference, asset, fee) },
  };
}

export function conversionRecord(row: ConversionRow, { markets }: Pick<LiveViews, 'markets'>): ConversionRecord {
  const { id, kind, fromAsset: from, toAsset: to, spent, received, rest, firstOrder, secondOrder, at } = row;
  return {
    ...{ id: String(id), kind, from, to },
    spent: markets.amount(from, spent),
    received: markets.amount(to, received),
    restUsdt: markets.amount(VALUE_ASSET, rest),
    orders: [firstOrder, secondOrder].filter((order) => order !== null).map(String),
    at,
  };
}

export function dustRecord({ asset, amount, value, receives }: DustPreview, reference: ReferenceData): DustCoin {
  const usdt = (units: bigint): string => amountIn(reference, VALUE_ASSET, units);
  const common = { asset, amount: amountIn(reference, asset, amount), worth: value === null ? null : usdt(value) };
  if (typeof receives === 'bigint')
    return { ...common, receives: usdt(receives), least: usdt(minimumReceived(receives)), refusal: null };
  return { ...common, receives: null, least: null, refusal: receives.rejected };
}

export function dustAdminRecord({ dust, balances, markets }: LiveViews, now: number): DustDesk {
  const terms = dust.terms();
  const { paidAmount, users } = dust.dayAt(now);
  const usdt = (units: bigint): string => markets.amount(VALUE_ASSET, units);
  return {
    position: dust.position,
    terms: terms && { state: terms.state, dailyMax: usdt(terms.dailyMax) },
    paidToday: usdt(paidAmount),
    usersToday: users,
    held: balances
      .houseFunds()
      .filter(({ account }) => account === 'dust')
      .map(({ asset, balance: amount }) => ({ asset, amount })),
  };
}
