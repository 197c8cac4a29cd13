/**
 * Credits that their chain may still revert. Users can trade such money at once, but withdraw it only after the chain finalizes the block:
 * until then the same amount of the coin stays here. If it was exchanged for other assets, the same value of those stays.
 */
import { depositAccountOf, type AccountKind } from '../../../../shared/rules/account-kinds';
import { ceilOf, floorOf } from '../../../../shared/rules/arithmetic/rounding';
import { scaleOf, unitsOf } from '../../../../shared/rules/units';
import type { Decision } from '../../../core/decision';
import type { CoreEvent } from '../../../core/event';
import { freshIndex } from '../../../core/index-price/fresh-index';
import { availableIn } from '../../../core/ledger/ledger';
import type { OrderSide } from '../../../core/market/order';
import { reject, type Rejection } from '../../../core/rejection';
import { lapsedUnfreezeProposals } from '../../../core/staff/lapsed-proposals';
import type { CoreView, MarketView } from '../../../core/state';
import type { FinalizeRecharge, RevertRecharge } from './commands';
import { freezeEntry } from './spending';
import { indexValueOf, largestValueOf, smallestValueOf } from './value';

/** The rule for withdrawals whose owner has deposits of other coins to cover: see `WithdrawalApplied`. */
export interface ProvisionalCover {
  /** Absent where there is nothing to cover. */
  rule?: 2;
}

/**
 * Whether `amount` of the asset may leave that account: by a withdrawal, to another account of its owner, or as a robot's stake. If another
 * coin has a provisional amount that is no longer fully available (traded, moved or in orders), this asset must cover its value. The amount
 * to cover counts at its largest value, and the covering asset at its smallest.
 */
export function checkProvisionalCover(
  view: CoreView,
  { user, account, asset, amount }: { user: number; account: AccountKind; asset: string; amount: bigint },
  at: number,
  refusal: 'withdrawal.not.final' | 'transfer.not.final',
): ProvisionalCover | Rejection {
  const sums = view.wallet.provisionalSums.get(user);
  if (!sums) return {};
  const free = availableIn(view.ledger, account, user, asset) - (sums.get(asset) ?? 0n);
  const missing = missingCoverOf(view, user, sums, asset, at);
  const rest = free - amount;
  const isCovered =
    missing === 0n || (missing !== null && rest > 0n && smallestValueOf(view, asset, rest, at) >= missing);
  if (rest >= 0n && isCovered) return missing === 0n ? {} : { rule: 2 };
  return reject(refusal, { asset, available: `${free > 0n ? free : 0n}` });
}

/** USDT units of scale 8 of provisional amounts that are gone, of other assets; null if any has no price. */
function missingCoverOf(
  view: CoreView,
  user: number,
  sums: ReadonlyMap<string, bigint>,
  except: string,
  at: number,
): bigint | null {
  let missing = 0n;
  for (const [asset, sum] of sums) {
    const listedAsset = view.assets.get(asset);
    if (asset === except || !listedAsset) continue;
    const short = sum - availableIn(view.ledger, depositAccountOf(listedAsset), user, asset);
    if (short <= 0n) continue;
    const value = largestValueOf(view, asset, short, at);
    if (value === null) return null;
    missing += value;
  }
  return missing;
}

/** One part in this many: the maximum deviation of an order from the index, and the maximum loss of the provisional value before it. */
const LOSS_PARTS = 100n;

/**
 * Returns null if the order may be placed. A user with provisional coins trades them near the index price only. Otherwise they could go to
 * an accomplice for almost nothing, who would withdraw them. `price` is the worst possible trade price; null if it is unknown because the
 * order waits for a trigger.
 */
export function refuseNotFinal(
  view: CoreView,
  market: MarketView,
  { user, side, price, mayLose = true }: { user: number; side: OrderSide; price: number | null; mayLose?: boolean },
  at: number,
): Rejection | null {
  const sums = view.wallet.provisionalSums.get(user);
  if (!sums) return null;
  const limit =
    price === null ? null : limitOf(view, market, side, mayLose && hasProvisionalValue(view, user, sums, at), at);
  if (price === null || limit === null) return reject('order.not.final');
  const isWorse = side === 'sell' ? price < limit : price > limit;
  return isWorse ? reject('order.not.final', { limit }) : null;
}

/**
 * The worst price in ticks: 1 % beyond the index, or the index itself for users who no longer have the provisional value. Otherwise many
 * trades at 1 % would use up all of it. Null without a fresh index.
 */
function limitOf(view: CoreView, { terms }: MarketView, side: OrderSide, mayLose: boolean, at: number): number | null {
  const index = freshIndex(view, terms.market, at);
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

/** Whether the balance available for trading is worth 99 % of the provisional value, at the index only. */
function hasProvisionalValue(view: CoreView, user: number, sums: ReadonlyMap<string, bigint>, at: number): boolean {
  let provisionalValue = 0n;
  for (const [asset, sum] of sums) {
    const value = indexValueOf(view, asset, sum, at);
    if (value === null) return false;
    provisionalValue += value;
  }
  let availableValue = 0n;
  for (const [asset, { available }] of view.ledger.wallets.spot.get(user) ?? []) {
    availableValue += indexValueOf(view, asset, available.balance, at) ?? 0n;
  }
  return availableValue * LOSS_PARTS >= provisionalValue * (LOSS_PARTS - 1n);
}

export function decideFinalizeRecharge({ wallet }: CoreView, { reference }: FinalizeRecharge): Decision {
  const credit = wallet.provisional.get(reference);
  if (!credit) return reject('recharge.unchanged');
  const { recharge, user, asset, amount } = credit;
  return [{ type: 'RechargeFinalized', recharge, user, asset, amount, reference }];
}

/**
 * The chain reverted the credited payment: the available part is frozen. If a part is gone, the account is frozen too, because its proceeds
 * could leave otherwise. The credit never becomes final: staff decide on the frozen amount.
 */
export function decideRevertRecharge(view: CoreView, { reference, reason }: RevertRecharge): Decision {
  const credit = view.wallet.provisional.get(reference);
  const listedAsset = credit && view.assets.get(credit.asset);
  if (!listedAsset) return reject('recharge.unchanged');
  const { recharge, user, asset, amount } = credit;
  const alone = credit.alone ? 1 : undefined;
  const account = depositAccountOf(listedAsset);
  const available = availableIn(view.ledger, account, user, asset);
  const frozenAmount = available < amount ? available : amount;
  const events: CoreEvent[] = [{ type: 'RechargeReverted', recharge, user, asset, amount, reference, alone }];
  if (frozenAmount > 0n) {
    const { hold } = view.counters;
    const entries = [freezeEntry('admin_freeze', { user, account, asset, amount: frozenAmount, hold })];
    events.push({ type: 'FundsFrozen', hold, user, asset, amount: frozenAmount, account, reason, entries });
  }
  if (frozenAmount < amount) {
    if (view.members.get(user)?.frozen === false) events.push({ type: 'AccountFrozen', user, reason });
    events.push(...lapsedUnfreezeProposals(view, user));
  }
  return events;
}
