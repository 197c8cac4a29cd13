/**
 * Credits that their chain may still take back. What they brought is traded with at once, and leaves only when the chain calls their
 * block final: until then so much of the coin stays here. Who has made something else of it meanwhile leaves as much of that here.
 */
import { gateAccount, type AccountKind } from '../../../../shared/rules/account-kinds';
import { ceilOf, floorOf } from '../../../../shared/rules/rounding';
import { scaleOf, unitsOf } from '../../../../shared/rules/units';
import type { Decision } from '../../../core/decision';
import type { CoreEvent } from '../../../core/event';
import { indexAt } from '../../../core/index-price/latest';
import { availableIn } from '../../../core/ledger/ledger';
import type { OrderSide } from '../../../core/market/order';
import { reject, type Rejection } from '../../../core/rejection';
import { unfreezingsOf } from '../../../core/staff/overtaken';
import type { CoreView, MarketView } from '../../../core/state';
import type { FinalizeRecharge, RevertRecharge } from './commands';
import { freezing } from './spending';
import { indexValueOf, largestValueOf, smallestValueOf } from './value';

/** By which rule a withdrawal was judged whose owner has deposits of other coins to cover: see `WithdrawalApplied`. */
export interface Covered {
  /** Absent where there is nothing to cover. */
  rule?: 2;
}

/**
 * Whether `amount` of the asset may leave that account: by a withdrawal, to another account of its owner, or as a robot's
 * stake. Where some of another coin is not final and no longer available (it was traded, moved or is in orders), so much of
 * this asset has to stay as is worth that: what is to be covered counts for the largest of its values, and what covers it for
 * the smallest.
 */
export function judgeProvisional(
  view: CoreView,
  { user, account, asset, amount }: { user: number; account: AccountKind; asset: string; amount: bigint },
  at: number,
  refusal: 'withdrawal.not.final' | 'transfer.not.final',
): Covered | Rejection {
  const sums = view.wallet.provisionalSums.get(user);
  if (!sums) return {};
  const free = availableIn(view.ledger, account, user, asset) - (sums.get(asset) ?? 0n);
  const missing = missingOf(view, user, sums, asset, at);
  const rest = free - amount;
  const isCovered =
    missing === 0n || (missing !== null && rest > 0n && smallestValueOf(view, asset, rest, at) >= missing);
  if (rest >= 0n && isCovered) return missing === 0n ? {} : { rule: 2 };
  return reject(refusal, { asset, available: `${free > 0n ? free : 0n}` });
}

/** USDT units of scale 8 of what is not final and not there, other than of this asset; null where nothing prices some of it. */
function missingOf(
  view: CoreView,
  user: number,
  sums: ReadonlyMap<string, bigint>,
  except: string,
  at: number,
): bigint | null {
  let missing = 0n;
  for (const [asset, sum] of sums) {
    const listed = view.assets.get(asset);
    if (asset === except || !listed) continue;
    const short = sum - availableIn(view.ledger, gateAccount(listed), user, asset);
    if (short <= 0n) continue;
    const worth = largestValueOf(view, asset, short, at);
    if (worth === null) return null;
    missing += worth;
  }
  return missing;
}

/** One of so many parts: how much worse than the index an order may trade, and how much of what is not final may be gone before. */
const LOSS_PARTS = 100n;

/**
 * Null where the order may be placed. Who has coins that are not final trades them at about the index: otherwise they go to an
 * accomplice for next to nothing, and leave from there. `price` is the worst one that the order can trade at; null when nobody
 * knows it yet, because it waits for a trigger.
 */
export function refuseNotFinal(
  view: CoreView,
  market: MarketView,
  { user, side, price }: { user: number; side: OrderSide; price: number | null },
  at: number,
): Rejection | null {
  const sums = view.wallet.provisionalSums.get(user);
  if (!sums) return null;
  const limit = price === null ? null : limitOf(view, market, side, isThere(view, user, sums, at), at);
  if (price === null || limit === null) return reject('order.not.final');
  const isWorse = side === 'sell' ? price < limit : price > limit;
  return isWorse ? reject('order.not.final', { limit }) : null;
}

/**
 * The worst price in ticks: 1 % beyond the index, or the index itself for whoever no longer has what is not final. Otherwise many
 * trades at 1 % would take all of it. Null without an index that is fresh.
 */
function limitOf(view: CoreView, { terms }: MarketView, side: OrderSide, mayLose: boolean, at: number): number | null {
  const index = indexAt(view, terms.market, at);
  if (!index) return null;
  const scale = scaleOf(terms.tick);
  const ticks = BigInt(index.price) * 10n ** BigInt(scale);
  const perTick = 10n ** BigInt(index.decimals) * (unitsOf(terms.tick, scale) as bigint);
  const loss = mayLose ? 1n : 0n;
  return Number(
    side === 'sell'
      ? ceilOf(ticks * (LOSS_PARTS - loss), perTick * LOSS_PARTS)
      : floorOf(ticks * (LOSS_PARTS + loss), perTick * LOSS_PARTS),
  );
}

/** Whether what is available to trade with is worth, at the index alone, 99 % of what is not final. */
function isThere(view: CoreView, user: number, sums: ReadonlyMap<string, bigint>, at: number): boolean {
  let owed = 0n;
  for (const [asset, sum] of sums) {
    const value = indexValueOf(view, asset, sum, at);
    if (value === null) return false;
    owed += value;
  }
  let there = 0n;
  for (const [asset, { available }] of view.ledger.wallets.spot.get(user) ?? []) {
    there += indexValueOf(view, asset, available.balance, at) ?? 0n;
  }
  return there * LOSS_PARTS >= owed * (LOSS_PARTS - 1n);
}

export function decideFinalizeRecharge({ wallet }: CoreView, { reference }: FinalizeRecharge): Decision {
  const credit = wallet.provisional.get(reference);
  if (!credit) return reject('recharge.unchanged');
  const { recharge, user, asset, amount } = credit;
  return [{ type: 'RechargeFinalized', recharge, user, asset, amount, reference }];
}

/**
 * The chain has taken back what was credited: it is frozen as far as it is still there, and where it is not, the account is, as
 * what was made of it could leave otherwise. From then on it is never final: staff judge what is frozen.
 */
export function decideRevertRecharge(view: CoreView, { reference, reason }: RevertRecharge): Decision {
  const credit = view.wallet.provisional.get(reference);
  const listed = credit && view.assets.get(credit.asset);
  if (!listed) return reject('recharge.unchanged');
  const { recharge, user, asset, amount } = credit;
  const alone = credit.alone ? 1 : undefined;
  const account = gateAccount(listed);
  const there = availableIn(view.ledger, account, user, asset);
  const part = there < amount ? there : amount;
  const events: CoreEvent[] = [{ type: 'RechargeReverted', recharge, user, asset, amount, reference, alone }];
  if (part > 0n) {
    const { hold } = view.counters;
    const entries = [freezing('admin_freeze', { user, account, asset, amount: part, hold })];
    events.push({ type: 'FundsFrozen', hold, user, asset, amount: part, account, reason, entries });
  }
  if (part < amount) {
    if (view.members.get(user)?.frozen === false) events.push({ type: 'AccountFrozen', user, reason });
    events.push(...unfreezingsOf(view, user));
  }
  return events;
}
