/** Purchase of a second contract, cancellation before its start, and the user's own limit. */
import { dayOf } from '../../../../shared/rules/days';
import { PPB } from '../../../../shared/rules/arithmetic/rounding';
import {
  CANCEL_BEFORE_MS,
  OPTION_RULE,
  START_AHEAD_MS_MAX,
  areLevelsAround,
  entryCountsFrom,
  optionFee,
  reserveOf,
} from '../../../../shared/products/option/rules/settlement';
import type { Context, Decision } from '../../../core/decision';
import { freshIndex } from '../../../core/index-price/fresh-index';
import { SLOW_MS, areQuotesSlow, medianAge } from '../../../core/index-price/quote-ages';
import { getOrThrow } from '../../../core/evolve-helpers';
import { houseAccount } from '../../../core/ledger/entry';
import { balanceOf, bucketsOf } from '../../../core/ledger/ledger';
import { reject, type Rejection } from '../../../core/rejection';
import { refuseTrader } from '../../spot/core/permission';
import type { CoreView } from '../../../core/state';
import { refuseSpending } from '../../wallet/core/spending';
import type { BuyOption, CancelOption, SetOptionLimit } from './commands';
import { refundEvent } from './settle';
import { limitKey, type OptionProduct, type OwnLimit } from './state';

type ProductView = CoreView['options']['products'] extends ReadonlyMap<string, infer P> ? P : OptionProduct;

export function decideBuyOption(view: CoreView, command: BuyOption, { at }: Context): Decision {
  const { user, symbol, direction, stake, durationMs, startsAt, takeProfit, stopLoss } = command;
  const trader = refuseTrader(view, user);
  if (trader) return trader;
  const product = view.options.products.get(symbol);
  if (!product) return reject('option.unknown');
  const place = product.terms.durationsMs.indexOf(durationMs);
  const refusal =
    refuseSale(view, product) ??
    (place < 0 ? reject('option.duration.unknown') : null) ??
    refuseStart(view, command, at) ??
    refuseSlowIndex(view, symbol) ??
    refuseLevels(view, product, command, at) ??
    refuseStake(view, product, command, at);
  if (refusal) return refusal;
  const { asset, payoutsPpb, feesPpb, feeAmounts } = product.terms;
  const payoutPpb = payoutsPpb[place];
  const reserve = reserveOf({ stake, payoutPpb });
  const reserved = view.options.reserved.get(asset) ?? 0n;
  const free = balanceOf(view.ledger, houseAccount('option', asset)) - reserved;
  if (free < reserve) return reject('option.not.covered', { asset, room: `${coverableStake(free, payoutPpb)}` });
  const spending = refuseSpending(view, 'option', user, asset, stake);
  if (spending) return spending;
  const { available, locked } = bucketsOf(view.ledger, 'option', user, asset);
  const hold = view.counters.hold;
  const { staleMs, sourcesMin } = getOrThrow(view.index.symbols, symbol).terms;
  const fee = optionFee(stake, feesPpb[place] > 0 ? { ratePpb: feesPpb[place] } : { amount: feeAmounts[place] });
  return [
    {
      type: 'OptionBought',
      contract: view.options.next,
      user,
      symbol,
      direction,
      asset,
      stake,
      durationMs,
      payoutPpb,
      fee,
      rule: OPTION_RULE,
      from: entryCountsFrom(startsAt ?? at),
      startsAt,
      takeProfit,
      stopLoss,
      staleMs,
      sourcesMin,
      entries: [{ kind: 'option_buy', debit: available, credit: locked, amount: stake, hold }],
    },
  ];
}

/** Largest stake whose payout is covered, in units. */
function coverableStake(free: bigint, payoutPpb: number): bigint {
  return free > 0n ? (free * PPB) / BigInt(payoutPpb) : 0n;
}

/** Null if the product is on sale and both the index's coin and the stake's coin are trading. */
function refuseSale({ assets }: CoreView, { state, terms: { symbol, asset } }: ProductView): Rejection | null {
  if (state !== 'open') return reject('option.closed');
  const coins = [symbol.slice(0, symbol.indexOf('-')), asset];
  return coins.some((coin) => assets.get(coin)?.trading === 'maintenance') ? reject('coin.under.maintenance') : null;
}

/** An immediate start requires a fresh index. */
function refuseStart(view: CoreView, { symbol, startsAt }: BuyOption, at: number): Rejection | null {
  if (startsAt === undefined) return freshIndex(view, symbol, at) ? null : reject('index.stale');
  const isAhead = Number.isSafeInteger(startsAt) && startsAt > at && startsAt <= at + START_AHEAD_MS_MAX;
  return isAhead ? null : reject('option.start.invalid');
}

/** With quotes some seconds old, an entry would be late or missing. */
function refuseSlowIndex({ index }: CoreView, symbol: string): Rejection | null {
  const one = getOrThrow(index.symbols, symbol);
  return areQuotesSlow(one) ? reject('index.slow', { symbol, ageMs: medianAge(one) ?? 0, maximumMs: SLOW_MS }) : null;
}

/**
 * Levels are only allowed for an immediate start, on their sides of the latest publication; the entry checks them
 * again.
 */
function refuseLevels(view: CoreView, product: ProductView, command: BuyOption, at: number): Rejection | null {
  const { user, symbol, direction, stake, startsAt, takeProfit, stopLoss } = command;
  if (takeProfit === undefined && stopLoss === undefined) return null;
  const { asset, levelsUserMax } = product.terms;
  if (levelsUserMax === 0n || startsAt !== undefined) return reject('option.levels.not.offered');
  const price = freshIndex(view, symbol, at)?.price ?? 0;
  const levels = [takeProfit, stopLoss].filter((level) => level !== undefined);
  const areTicks = levels.every((level) => Number.isSafeInteger(level) && level > 0);
  if (!areTicks || !areLevelsAround({ takeProfit, stopLoss }, direction, price)) return reject('option.levels.invalid');
  const open = product.open.byUser.get(user)?.withLevels ?? 0n;
  return open + stake > levelsUserMax ? capRejection('option.cap.levels', asset, levelsUserMax, open) : null;
}

function refuseStake(view: CoreView, product: ProductView, command: BuyOption, at: number): Rejection | null {
  const { user, direction, stake } = command;
  const { asset, amountMin, amountMax, sideMax, totalMax, userMax } = product.terms;
  const { up, down, byUser } = product.open;
  if (stake < amountMin) return reject('option.amount.minimum', { asset, minimum: `${amountMin}` });
  if (stake > amountMax) return reject('option.amount.maximum', { asset, maximum: `${amountMax}` });
  const userStake = byUser.get(user)?.all ?? 0n;
  const side = direction === 'up' ? up : down;
  if (userStake + stake > userMax) return capRejection('option.cap.user', asset, userMax, userStake);
  if (side + stake > sideMax) return capRejection('option.cap.side', asset, sideMax, side);
  if (up + down + stake > totalMax) return capRejection('option.cap.total', asset, totalMax, up + down);
  const ownLimit = view.options.limits.get(limitKey(user, asset));
  if (!ownLimit) return null;
  const limit = ownLimitOn(ownLimit, dayOf(at));
  const staked = ownLimit.day === dayOf(at) ? ownLimit.staked : 0n;
  return limit !== null && staked + stake > limit ? capRejection('option.limit.own', asset, limit, staked) : null;
}

type Cap = 'option.cap.levels' | 'option.cap.side' | 'option.cap.total' | 'option.cap.user' | 'option.limit.own';

/** `room`: remaining amount; 0 if the terms have fallen below the open amount. */
function capRejection(code: Cap, asset: string, maximum: bigint, used: bigint): Rejection {
  const remaining = used < maximum ? maximum - used : 0n;
  return reject(code, { asset, maximum: `${maximum}`, room: `${remaining}` });
}

/** A user's own limit on a day. */
export function ownLimitOn({ amount, next }: Readonly<Pick<OwnLimit, 'amount' | 'next'>>, day: number): bigint | null {
  return next && next.day <= day ? next.amount : amount;
}

export function decideCancelOption(view: CoreView, { user, contract: id }: CancelOption, { at }: Context): Decision {
  const contract = view.options.contracts.get(id);
  if (!contract || contract.user !== user) return reject('option.not.found');
  const { startsAt } = contract;
  if (startsAt === null || startsAt - at <= CANCEL_BEFORE_MS) return reject('option.cancel.too.late');
  return [refundEvent(view, contract, { end: 'cancelled', dueAt: at })];
}

export function decideSetOptionLimit(view: CoreView, command: SetOptionLimit, { at }: Context): Decision {
  const { user, asset, amount } = command;
  if (!view.members.has(user)) return reject('account.unknown');
  if (!view.assets.has(asset)) return reject('asset.unknown');
  if (amount !== undefined && amount < 0n) return reject('amount.not.positive');
  const today = dayOf(at);
  const limit = view.options.limits.get(limitKey(user, asset));
  const currentLimit = limit ? ownLimitOn(limit, today) : null;
  const isLess = amount !== undefined && (currentLimit === null || amount <= currentLimit);
  return [{ type: 'OptionLimitSet', user, asset, amount, day: isLess ? today : today + 1 }];
}
