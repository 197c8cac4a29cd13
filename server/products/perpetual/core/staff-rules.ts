/** Staff rules of commands about perpetual markets. */
import { getOrThrow } from '../../../core/evolve-helpers';
import { isImmediate } from '../../../core/market/staff-rules';
import { changeOf, staffRule, type Facts, type TwoPersonApproval } from '../../../core/staff/rule';
import type { CoreView } from '../../../core/state';
import type { Tier } from '../../../../shared/products/perpetual/rules/tiers';
import type { FundInsurance, ListPerpetualMarket, SetPerpetualMarketState } from './commands';

import { requirePosition } from './locks/lock';
import type { UnlockPosition } from './locks/commands';
import type { CallOffPerpetualEnd, EndPerpetualMarket } from './expiry/commands';
import { tiersOf } from './terms/change';
import type { ChangePerpetualTerms } from './terms/commands';

type Proposed = Omit<TwoPersonApproval, 'kind'>;

export function perpetualListingApproval(_view: CoreView, command: ListPerpetualMarket): Proposed {
  return { subject: `market/${command.market}`, ...changeOf(undefined, command) };
}

/** Maintenance stops liquidation, so it always needs two persons. */
export const perpetualStateRule = staffRule(
  'markets',
  ['brake', 'restore', 'change'],
  'One lets positions be closed only. Two lift that or begin maintenance, which stops liquidation, at once. Opening, closing and reopening wait.',
  ({ markets }, command: SetPerpetualMarketState) => {
    const { market, state } = command;
    const { state: currentState } = getOrThrow(markets, market);
    const subject = `market/${market}`;
    if (state === 'close_only' && currentState === 'open')
      return { kind: 'brake', subject, undo: { ...command, state: currentState } };
    return {
      kind: isImmediate(currentState, state) ? 'restore' : 'change',
      subject,
      ...changeOf({ market, state: currentState }, { market, state }),
    };
  },
);

export function perpetualTermsApproval(view: CoreView, command: ChangePerpetualTerms): Proposed {
  const { market, from, fundingCapPpb, openInterestMax, impactNotional } = command;
  const { terms, orderTiers } = getOrThrow(view.perpetual.contracts, market);
  const requestedTiers = tiersOf(command);
  const tiers = requestedTiers === 'invalid' ? null : requestedTiers;
  const factsWith = (
    values: Pick<ChangePerpetualTerms, 'fundingCapPpb' | 'openInterestMax' | 'impactNotional'>,
    tierList: readonly Tier[],
  ) =>
    ({
      market,
      ...(from === undefined ? {} : { from }),
      ...(tiers ? { tiers: tierFacts(tierList) } : {}),
      ...(fundingCapPpb === undefined ? {} : { fundingCapPpb: values.fundingCapPpb ?? 0 }),
      ...(openInterestMax === undefined ? {} : { openInterestMax: `${values.openInterestMax}` }),
      ...(impactNotional === undefined ? {} : { impactNotional: `${values.impactNotional}` }),
    }) satisfies Facts;
  const before = factsWith(terms, orderTiers);
  return { subject: `market/${market}/terms`, user: null, before, after: factsWith(command, tiers ?? []) };
}

/** Cap in units, leverage and rate of each tier, as stored. */
function tierFacts(tiers: readonly Tier[]): string {
  return tiers.map(({ cap, leverageMax, ratePpb }) => `${cap}/${leverageMax}/${ratePpb}`).join(' ');
}

export function perpetualEndApproval(_view: CoreView, command: EndPerpetualMarket): Proposed {
  return { subject: `market/${command.market}/end`, ...changeOf(undefined, command) };
}

export const callOffRule = staffRule(
  'markets',
  ['restore'],
  'Users wait for it; the market goes on as it was.',
  (view, { market }: CallOffPerpetualEnd) => {
    const { ending } = getOrThrow(view.perpetual.contracts, market);
    const endsAt = ending?.endsAt ?? 0;
    return {
      kind: 'restore',
      subject: `market/${market}/end`,
      user: null,
      before: { market, endsAt },
      after: { market, endsAt: 0 },
    };
  },
);

export const fundInsuranceRule = staffRule(
  'recharges',
  ['money'],
  "It stays the house's own, from one pool to another.",
  (_view, command: FundInsurance) => ({
    kind: 'money',
    subject: `pool/insurance/${command.asset}`,
    ...changeOf(undefined, command),
  }),
);

export const unlockRule = staffRule('users', ['restore'], 'Its owner waits.', (view, { position }: UnlockPosition) => {
  const { market, side, user } = requirePosition(view, position);
  return {
    kind: 'restore',
    subject: `position/${position}`,
    user,
    before: { market, side, locked: 1 },
    after: { market, side, locked: 0 },
  };
});
