/**
 * Small balances: the house buys the whole available balance of a coin for USDT. Each bound limits the house's loss:
 * the smaller of index and last price less 1 %, below 1 USDT per coin, once a day per user, and a daily maximum for
 * all.
 */
import {
  DUST_COINS_MAX,
  DUST_WORTH_MAX,
  dustPaidOf,
  dustWorthOf,
  type DustPrice,
} from '../../../../shared/products/convert/rules/dust';
import { VALUE_ASSET } from '../../../../shared/rules/valuation';
import type { Context, Decision } from '../../../core/decision';
import { getOrThrow } from '../../../core/evolve-helpers';
import { freshIndex } from '../../../core/index-price/fresh-index';
import { houseAccount } from '../../../core/ledger/entry';
import { availableOf, balanceOf, spotBuckets } from '../../../core/ledger/ledger';
import { spotMarket, type SpotMarketView } from '../../../core/market/listing';
import { latestPrice } from '../../../core/market/market';
import { isRejection, reject, type Rejection } from '../../../core/rejection';
import type { CoreView } from '../../../core/state';
import { refuseMarket, refuseTrader } from '../../spot/core/permission';
import type { ConvertDust } from './commands';
import type { DustConverted } from './events';
import { dustDayOf } from './state';

/** A balance bought by the house, with its price. */
interface ConvertibleDust {
  asset: string;
  amount: bigint;
  /** Published index and last market price, as in the event. */
  index: number;
  last: number;
  /** Units of USDT. */
  proceeds: bigint;
}

export function decideConvertDust(view: CoreView, { user, coins, least }: ConvertDust, { at }: Context): Decision {
  const trader = refuseTrader(view, user);
  if (trader) return trader;
  const { terms } = view.convert;
  if (terms?.state !== 'open') return reject('convert.dust.closed');
  if (hasConverted(view, user, at)) return reject('convert.dust.used');
  if (coins.length === 0 || coins.length > DUST_COINS_MAX)
    return reject('convert.dust.size.invalid', { maximum: DUST_COINS_MAX });
  if (least !== undefined && least <= 0n) return reject('amount.not.positive');

  const events: DustConverted[] = [];
  const namedAssets = new Set<string>();
  let sum = 0n;
  for (const { asset } of coins) {
    const dust = namedAssets.has(asset)
      ? reject('convert.dust.coin.invalid', { asset })
      : checkDust(view, user, asset, at);
    if (isRejection(dust)) return dust;
    namedAssets.add(asset);
    sum += dust.proceeds;
    events.push(dustConverted(view, user, dust, view.convert.next + events.length));
  }
  if (least !== undefined && sum < least)
    return reject('convert.least.not.reached', { asset: VALUE_ASSET, received: `${sum}`, least: `${least}` });
  const remaining = terms.dailyMax - dustPaidOn(view, at);
  if (sum > remaining) {
    const params = { asset: VALUE_ASSET, maximum: `${terms.dailyMax}`, left: `${remaining > 0n ? remaining : 0n}` };
    return reject('convert.dust.day.exceeded', params);
  }
  return sum > balanceOf(view.ledger, houseAccount('dust', VALUE_ASSET)) ? reject('convert.dust.exhausted') : events;
}

function dustConverted(view: CoreView, user: number, dust: ConvertibleDust, conversion: number): DustConverted {
  const { asset, amount, index, last, proceeds } = dust;
  const { available: soldAccount } = spotBuckets(view.ledger, user, asset);
  const { available: boughtAccount } = spotBuckets(view.ledger, user, VALUE_ASSET);
  return {
    ...{ type: 'DustConverted', conversion, user, asset, amount, index, last, received: proceeds },
    entries: [
      { kind: 'dust_sell', debit: soldAccount, credit: houseAccount('dust', asset), amount },
      { kind: 'dust_pay', debit: houseAccount('dust', VALUE_ASSET), credit: boughtAccount, amount: proceeds },
    ],
  };
}

export function hasConverted({ convert }: CoreView, user: number, at: number): boolean {
  return convert.today?.day === dustDayOf(at) && convert.users.has(user);
}

/** Units of USDT paid to all users on the day of that time. */
export function dustPaidOn({ convert: { today } }: CoreView, at: number): bigint {
  return today?.day === dustDayOf(at) ? today.paid : 0n;
}

/** Preview of a balance for the user. */
export interface DustPreview {
  asset: string;
  amount: bigint;
  /** Value in USDT units by the index; null without a fresh index. */
  value: bigint | null;
  /** Proceeds in USDT units, or the reason for a rejection. */
  receives: bigint | Rejection;
}

/** All balances that are small or of unknown value, judged by the command's rules, sorted by name. */
export function dustPreviews(view: CoreView, user: number, at: number): DustPreview[] {
  const previews: DustPreview[] = [];
  for (const [asset, { available }] of view.ledger.wallets.spot.get(user) ?? []) {
    const amount = available.balance;
    if (amount <= 0n || asset === VALUE_ASSET) continue;
    const index = indexPriceOf(view, asset, at);
    const value = index && dustWorthOf(amount, index.price);
    if (value !== null && !isSmall(view, value)) continue;
    const dust = checkDust(view, user, asset, at);
    previews.push({ asset, amount, value, receives: isRejection(dust) ? dust : dust.proceeds });
  }
  return previews.sort((one, other) => (one.asset < other.asset ? -1 : 1));
}

function checkDust(view: CoreView, user: number, asset: string, at: number): ConvertibleDust | Rejection {
  if (!view.assets.has(asset)) return reject('asset.unknown');
  if (asset === VALUE_ASSET) return reject('convert.dust.coin.invalid', { asset });
  const market = spotMarket(view, `${asset}-${VALUE_ASSET}`);
  if (!market) return reject('convert.market.none', { from: asset, to: VALUE_ASSET });
  const closed = refuseMarket(view, market);
  if (closed) return closed;
  if ((view.wallet.provisionalSums.get(user)?.get(asset) ?? 0n) > 0n)
    return reject('convert.dust.not.final', { asset });
  const index = indexPriceOf(view, asset, at);
  if (!index) return reject('convert.dust.index.stale', { asset });
  const amount = availableOf(view.ledger, user, asset);
  if (!isSmall(view, dustWorthOf(amount, index.price))) return reject('convert.dust.too.large', { asset });
  const last = latestPrice(market, at);
  const proceeds = dustPaidOf(amount, index.price, lastPriceOf(market, last));
  if (proceeds === 0n) return reject('convert.dust.nothing', { asset });
  return { asset, amount, index: index.published, last, proceeds };
}

function isSmall(view: CoreView, value: bigint): boolean {
  return value < DUST_WORTH_MAX * unitsOf(view, VALUE_ASSET);
}

function indexPriceOf(view: CoreView, asset: string, at: number): { published: number; price: DustPrice } | null {
  const index = freshIndex(view, `${asset}-${VALUE_ASSET}`, at);
  if (!index) return null;
  const usdt = BigInt(index.price) * unitsOf(view, VALUE_ASSET);
  const coin = unitsOf(view, asset) * 10n ** BigInt(index.decimals);
  return { published: index.price, price: { usdt, coin } };
}

function lastPriceOf({ quotePerTickLot, basePerLot }: SpotMarketView, ticks: number): DustPrice {
  return { usdt: BigInt(ticks) * quotePerTickLot, coin: basePerLot };
}

/** Units of one whole coin. */
function unitsOf({ assets }: CoreView, asset: string): bigint {
  return 10n ** BigInt(getOrThrow(assets, asset).scale);
}
