/** Converts second contracts into records of the API. */
import { decimalOf } from '../../../../shared/rules/units';
import type { OptionProduct, OptionSale, OptionSum } from '../../../../shared/products/option/wire';
import type { OptionTermsRecord } from '../../../../shared/products/option/staff';
import type { LiveViews } from '../../../views/live/live-views';
import type { LiveOptionProduct } from '../live/options';
import type { OptionDayRow } from '../stored/tables';

type Views = Pick<LiveViews, 'markets' | 'index' | 'options'>;

export function productRecord(product: LiveOptionProduct, views: Views): OptionProduct {
  const { terms, state, open } = product;
  const { symbol, asset } = terms;
  const [base, quote] = symbol.split('-');
  const coins = [base, asset].map((name) => views.markets.asset(name));
  const isHeld = coins.some((coin) => coin?.trading === 'maintenance');
  const scales = views.options.scalesOf(terms);
  return {
    label: `${base}/${quote}`,
    base,
    quote,
    state: saleOf(state, isHeld, views.index.isSlow(symbol)),
    ...termsRecord(terms, views),
    scale: scales.amount,
    tick: decimalOf(1n, scales.price),
    staleMs: views.index.staleMsOf(symbol),
    offersLevels: terms.levelsUserMax > 0n,
    open: { up: views.markets.amount(asset, open.up), down: views.markets.amount(asset, open.down) },
    promised: views.markets.amount(asset, views.options.promisedOf(symbol)),
  };
}

function saleOf(state: LiveOptionProduct['state'], isHeld: boolean, isSlow: boolean): OptionSale {
  if (state !== 'open') return state;
  return isHeld ? 'maintenance' : isSlow ? 'slow' : 'open';
}

function termsRecord(terms: LiveOptionProduct['terms'], { markets }: Views): OptionTermsRecord {
  const { symbol, asset, durationsMs, payoutsPpb, feesPpb, feeAmounts } = terms;
  const amount = (units: bigint): string => markets.amount(asset, units);
  return {
    symbol,
    asset,
    amountMin: amount(terms.amountMin),
    amountMax: amount(terms.amountMax),
    sideMax: amount(terms.sideMax),
    totalMax: amount(terms.totalMax),
    userMax: amount(terms.userMax),
    levelsUserMax: amount(terms.levelsUserMax),
    durations: durationsMs.map((durationMs, place) => ({
      durationMs,
      payoutPpb: payoutsPpb[place],
      feePpb: feesPpb[place],
      feeAmount: amount(feeAmounts[place]),
    })),
  };
}

type Sums = Pick<OptionDayRow, 'settled' | 'won' | 'lost' | 'stakes' | 'payments' | 'fees' | 'result'>;

export function totalOf(rows: readonly Sums[]): Sums {
  const sums = { settled: 0, won: 0, lost: 0, stakes: 0n, payments: 0n, fees: 0n, result: 0n };
  for (const row of rows) {
    sums.settled += row.settled;
    sums.won += row.won;
    sums.lost += row.lost;
    sums.stakes += row.stakes;
    sums.payments += row.payments;
    sums.fees += row.fees;
    sums.result += row.result;
  }
  return sums;
}

export function sumRecord(asset: string, sums: Sums, { markets }: Pick<Views, 'markets'>): OptionSum {
  const { settled, won, lost, stakes, payments, fees, result } = sums;
  const amount = (units: bigint): string => markets.amount(asset, units);
  return {
    settled,
    won,
    lost,
    staked: amount(stakes),
    paid: amount(payments),
    fees: amount(fees),
    result: amount(result),
  };
}
