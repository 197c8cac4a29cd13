/** Value of a user's accounts, now and at the ends of past days. */
import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ACCOUNT_KINDS } from '../../../../shared/rules/account-kinds';
import { dayName, dayOf, dayStart } from '../../../../shared/rules/days';
import { decimalOf } from '../../../../shared/rules/units';
import { VALUE_ASSET, VALUE_SCALE } from '../../../../shared/rules/valuation';
import { VALUATION_ROUTES, type DayWorth } from '../../../../shared/products/wallet/valuation';
import { QueryOf } from '../../../platform/http/route-messages';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import { balances } from '../../../views/stored/queries';
import { dayBalances, dayCloses, dayFlows, type DayBalance, type DayClose } from '../../../views/stored/worth-queries';
import { AssetTerms } from '../../../features/shared/asset-terms.queries';
import { queryHandler } from '../../../features/shared/endpoints/handlers';
import { bitcoinValue, priceOf, Prices, usdtValue, type Price } from '../../../features/shared/orders/prices.queries';
import { Reader } from '../../../features/shared/endpoints/reader';

const EAST_MS = -dayStart(0);
const BITCOIN = 'BTC';

export const Valuation = queryHandler(
  VALUATION_ROUTES.valuation,
  [Reader, AssetTerms, Prices, CLOCK],
  async ({ user, request: { minPosition } }, reader, assets, prices, clock) => {
    const stored = await reader.at(minPosition);
    // Read before the rows, so that it never exceeds their position.
    const position = reader.position();
    const rows = await balances(stored, user);
    const scales = await assets.scalesOf(rows);
    const bitcoin = prices.lastPriceOf(BITCOIN);
    const valued = rows.map(({ account, asset, available, frozen, locked }) => {
      const scale = scales.get(asset) as number;
      const total = available + frozen + locked;
      const price = prices.lastPriceOf(asset);
      return { account, asset, total: decimalOf(total, scale), usdt: price && usdtValue(total, scale, price, 'down') };
    });
    const worthOf = (account?: string) => {
      const accountValues = valued.filter((one) => account === undefined || one.account === account);
      return valueRecord(
        accountValues.reduce((sum, { usdt }) => sum + (usdt ?? 0n), 0n),
        bitcoin,
      );
    };
    return {
      position,
      at: clock(),
      total: worthOf(),
      accounts: ACCOUNT_KINDS.map((account) => ({ account, ...worthOf(account) })),
      assets: valued.map(({ usdt, ...one }) => ({
        ...one,
        ...(usdt === null ? NO_VALUE : valueRecord(usdt, bitcoin)),
      })),
    };
  },
);

const NO_VALUE = { usdt: null, btc: null };

export class BalanceHistory extends QueryOf(VALUATION_ROUTES.history) {}

@QueryHandler(BalanceHistory)
export class BalanceHistoryHandler implements IQueryHandler<BalanceHistory> {
  constructor(
    private readonly reader: Reader,
    private readonly assets: AssetTerms,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ user, request: { account, days, minPosition } }: BalanceHistory) {
    const database = await this.reader.recordsAt(minPosition);
    const stored = await this.reader.at(minPosition);
    const now = this.clock();
    const today = dayOf(now);
    const first = today - days + 1;
    const from = dayStart(first);
    const dailyBalances = await dayBalances(database, user, from, EAST_MS, account);
    const scales = await this.assets.scalesOf(dailyBalances);
    const holdings = new CarriedForward(dailyBalances, ({ account: kind, asset }) => `${kind}/${asset}`);
    const closes = new CarriedForward(await dayCloses(stored, from, EAST_MS), ({ market }) => market);
    const flows = await dayFlows(database, user, from, EAST_MS, account);
    const records: DayWorth[] = [];
    for (let day = first; day <= today; day++) {
      const balancesThen = holdings.rowsOn(day);
      const priced = new Map([...closes.rowsOn(day)].map(({ market, close }) => [market, close]));
      const priceOn = (asset: string): Price | null => this.priceAt(asset, priced);
      const usdt = balancesThen.reduce((sum, balance) => sum + this.valueOf(balance, scales, priceOn), 0n);
      const flow = flows
        .filter((one) => one.day === day)
        .reduce((sum, { asset, amount }) => sum + this.usdtValueOf(asset, amount, scales, priceOn), 0n);
      const at = Math.min(dayStart(day + 1) - 1, now);
      const bitcoin = priceOn(BITCOIN);
      records.push({ day: dayName(day), at, ...valueRecord(usdt, bitcoin), flow: valueRecord(flow, bitcoin) });
    }
    return { records };
  }

  private valueOf(
    { asset, availableAfter, frozenAfter, lockedAfter }: DayBalance,
    scales: ReadonlyMap<string, number>,
    priceOn: (asset: string) => Price | null,
  ): bigint {
    return this.usdtValueOf(asset, availableAfter + frozenAfter + lockedAfter, scales, priceOn);
  }

  /** Rounded toward zero; 0 for assets without a price. */
  private usdtValueOf(
    asset: string,
    units: bigint,
    scales: ReadonlyMap<string, number>,
    priceOn: (asset: string) => Price | null,
  ): bigint {
    const price = priceOn(asset);
    return price ? usdtValue(units, scales.get(asset) as number, price, 'down') : 0n;
  }

  /** Like `Prices`, with that day's closing prices; before its first trade a market has its current reference price. */
  private priceAt(asset: string, closes: ReadonlyMap<string, number>): Price | null {
    if (asset === VALUE_ASSET) return { numerator: 1n, denominator: 1n };
    const directPrice = this.closeOf(`${asset}-${VALUE_ASSET}`, closes);
    if (directPrice) return directPrice;
    const inverse = this.closeOf(`${VALUE_ASSET}-${asset}`, closes);
    return inverse && { numerator: inverse.denominator, denominator: inverse.numerator };
  }

  private closeOf(name: string, closes: ReadonlyMap<string, number>): Price | null {
    const market = this.live.markets.find(name);
    if (!market) return null;
    return priceOf(market.price(closes.get(name) ?? market.termsAt(this.clock()).referencePrice));
  }
}

/** Daily rows; days without a row repeat the last one. Days are read in ascending order. */
class CarriedForward<Row extends DayBalance | DayClose> {
  private readonly current = new Map<string, Row>();
  private readonly byDay = new Map<number, Row[]>();

  constructor(
    rows: readonly Row[],
    private readonly keyOf: (row: Row) => string,
  ) {
    for (const row of rows) {
      if (row.day === null) this.current.set(keyOf(row), row);
      else this.byDay.set(row.day, [...(this.byDay.get(row.day) ?? []), row]);
    }
  }

  rowsOn(day: number): Row[] {
    for (const row of this.byDay.get(day) ?? []) this.current.set(this.keyOf(row), row);
    return [...this.current.values()];
  }
}

function valueRecord(usdt: bigint, bitcoin: Price | null): { usdt: string; btc: string | null } {
  const btc = bitcoin && decimalOf(bitcoinValue(usdt, bitcoin), VALUE_SCALE);
  return { usdt: decimalOf(usdt, VALUE_SCALE), btc };
}
