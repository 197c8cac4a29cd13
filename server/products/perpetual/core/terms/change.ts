/** Changes the terms of a perpetual: checked when announced, and put into effect by an event at its time. */
import {
  areTiersValid,
  changeOfTiers,
  riskTiers,
  type Tier,
} from '../../../../../shared/products/perpetual/rules/tiers';
import { AMOUNT_MAX } from '../../../../core/amounts';
import type { Context, Decision } from '../../../../core/decision';
import { getOrThrow } from '../../../../core/evolve-helpers';
import { reject } from '../../../../core/rejection';
import type { CoreState, CoreView } from '../../../../core/state';
import { perpetualMarket } from './listing';
import { requeueMarket } from '../liquidation/liquidation-queue';
import { refuseLeverage, refuseOpenInterest } from './staff-bounds';
import type { ApplyPerpetualTerms, ChangePerpetualTerms, ChangedPerpetualTerms } from './commands';
import type { PerpetualTermsApplied, PerpetualTermsChanged } from './events';

const DAY_MS = 86_400_000;
/** Maximum time between announcement and effect. */
const AHEAD_MS_MAX = 90 * DAY_MS;
const PPB_MAX = 1_000_000_000;
const TIERS_MAX = 32;

export function decideChangePerpetualTerms(view: CoreView, command: ChangePerpetualTerms, { at }: Context): Decision {
  const { type: _, market: name, reason, from = at, ...changedTerms } = command;
  if (!perpetualMarket(view, name)) return reject('market.unknown');
  const { terms, orderTiers, change } = getOrThrow(view.perpetual.contracts, name);
  if (!Number.isSafeInteger(from) || from < at || from > at + AHEAD_MS_MAX) return reject('terms.from.invalid');
  // One change at a time: the effect of a second one would depend on when the first takes effect.
  if (change) return reject('terms.changes.too.many', { maximum: 1 });
  const tiers = tiersOf(changedTerms);
  if (tiers === 'invalid' || !areAmountsValid(changedTerms)) return reject('market.terms.invalid');
  if (tiers && (tiers.length > TIERS_MAX || !areTiersValid(tiers, terms.closePpb)))
    return reject('market.terms.invalid');
  const kind = tiers ? changeOfTiers(orderTiers, riskTiers(tiers)) : 'same';
  // A change that tightens some tiers and loosens others has no single effective time; it needs two commands.
  if (kind === 'mixed') return reject('market.terms.invalid');
  const others = ['fundingCapPpb', 'openInterestMax', 'impactNotional'] as const;
  const isSame =
    kind === 'same' &&
    others.every((field) => changedTerms[field] === undefined || changedTerms[field] === terms[field]);
  if (isSame) return reject('terms.unchanged');
  const { quote } = getOrThrow(view.markets, name).terms;
  const { tierLeverages, openInterestMax = 0n } = changedTerms;
  const refusal = refuseLeverage(view, tierLeverages) ?? refuseOpenInterest(view, quote, openInterestMax);
  if (refusal) return refusal;
  const positionsFrom = kind === 'tighter' ? from + DAY_MS : from;
  return [{ type: 'PerpetualTermsChanged', market: name, reason, from, positionsFrom, ...changedTerms }];
}

function areAmountsValid({
  fundingCapPpb = 0,
  openInterestMax = 1n,
  impactNotional = 1n,
  tierCaps = [],
}: ChangedPerpetualTerms) {
  const isCap = Number.isSafeInteger(fundingCapPpb) && fundingCapPpb >= 0 && fundingCapPpb <= PPB_MAX;
  return isCap && [openInterestMax, impactNotional, ...tierCaps].every((amount) => amount > 0n && amount <= AMOUNT_MAX);
}

/** Null if they stay the same. */
export function tiersOf({
  tierCaps,
  tierLeverages,
  tierRatesPpb,
}: Readonly<ChangedPerpetualTerms>): Tier[] | 'invalid' | null {
  if (!tierCaps && !tierLeverages && !tierRatesPpb) return null;
  if (tierCaps?.length !== tierLeverages?.length || tierCaps?.length !== tierRatesPpb?.length) return 'invalid';
  if (!tierCaps || !tierLeverages || !tierRatesPpb) return 'invalid';
  return tierCaps.map((cap, place) => ({ cap, leverageMax: tierLeverages[place], ratePpb: tierRatesPpb[place] }));
}

export function decideApplyPerpetualTerms(
  view: CoreView,
  { market }: ApplyPerpetualTerms,
  { at, dueAt = at }: Context,
): Decision {
  const { change } = getOrThrow(view.perpetual.contracts, market);
  const scope = change?.isForOrders ? 'positions' : change?.from === change?.positionsFrom ? 'all' : 'orders';
  return [{ type: 'PerpetualTermsApplied', market, dueAt, scope }];
}

/** Contracts of the core state or of a live view. */
type Contracts = Readonly<{ perpetual: Pick<CoreState['perpetual'], 'contracts'> }>;

export function announceTerms(state: Contracts, event: PerpetualTermsChanged): void {
  const { type: _, market, reason: __, from, positionsFrom, ...changedTerms } = event;
  getOrThrow(state.perpetual.contracts, market).change = {
    from,
    positionsFrom,
    asked: changedTerms,
    isForOrders: false,
  };
}

export function applyTerms(state: CoreState, event: PerpetualTermsApplied): void {
  applyAnnouncedTerms(state, event);
  if (event.scope !== 'orders') requeueMarket(state, event.market);
}

export function applyAnnouncedTerms(state: Contracts, { market, scope }: PerpetualTermsApplied): void {
  const contract = getOrThrow(state.perpetual.contracts, market);
  const { change, terms } = contract;
  if (!change) return;
  const { asked: changedTerms } = change;
  const tiers = tiersOf(changedTerms);
  const newTiers = tiers && tiers !== 'invalid' ? riskTiers(tiers) : null;
  if (scope !== 'positions') {
    if (newTiers) contract.orderTiers = newTiers;
    terms.fundingCapPpb = changedTerms.fundingCapPpb ?? terms.fundingCapPpb;
    terms.openInterestMax = changedTerms.openInterestMax ?? terms.openInterestMax;
    terms.impactNotional = changedTerms.impactNotional ?? terms.impactNotional;
  }
  if (scope !== 'orders' && newTiers) terms.tiers = newTiers;
  contract.change = scope === 'orders' ? { ...change, isForOrders: true } : null;
}
