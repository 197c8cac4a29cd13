/** What staff's commands about perpetual markets take. */
import { known } from '../../../core/folding';
import { isAtOnce } from '../../../core/market/staff-rules';
import { changeOf, staffRule, type Facts, type TakesTwo } from '../../../core/staff/rule';
import type { CoreView } from '../../../core/state';
import type { Tier } from '../../../../shared/products/perpetual/rules/tiers';
import type { FundInsurance, ListPerpetualMarket, SetPerpetualMarketState } from './commands';

import { positionNumbered } from './locks/lock';
import type { UnlockPosition } from './locks/commands';
import type { CallOffPerpetualEnd, EndPerpetualMarket } from './expiry/commands';
import { tiersOf } from './terms/change';
import type { ChangePerpetualTerms } from './terms/commands';

type Proposed = Omit<TakesTwo, 'kind'>;

export function listsPerpetual(_view: CoreView, command: ListPerpetualMarket): Proposed {
  return { subject: `market/${command.market}`, ...changeOf(undefined, command) };
}

/** Maintenance stops liquidation, so it is never by one. */
export const perpetualStateRule = staffRule(
  ['brake', 'restore', 'change'],
  'One lets positions be closed only. Two lift that or begin maintenance, which stops liquidation, at once. Opening, closing and reopening wait.',
  ({ markets }, command: SetPerpetualMarketState) => {
    const { market, state } = command;
    const { state: now } = known(markets, market);
    const subject = `market/${market}`;
    if (state === 'close_only' && now === 'open') return { kind: 'brake', subject, undo: { ...command, state: now } };
    return {
      kind: isAtOnce(now, state) ? 'restore' : 'change',
      subject,
      ...changeOf({ market, state: now }, { market, state }),
    };
  },
);

export function changesPerpetualTerms(view: CoreView, command: ChangePerpetualTerms): Proposed {
  const { market, from, fundingCapPpb, openInterestMax, impactNotional } = command;
  const { terms, orderTiers } = known(view.perpetual.contracts, market);
  const asked = tiersOf(command);
  const tiers = asked === 'invalid' ? null : asked;
  const told = (
    of: Pick<ChangePerpetualTerms, 'fundingCapPpb' | 'openInterestMax' | 'impactNotional'>,
    has: readonly Tier[],
  ) =>
    ({
      market,
      ...(from === undefined ? {} : { from }),
      ...(tiers ? { tiers: tierFacts(has) } : {}),
      ...(fundingCapPpb === undefined ? {} : { fundingCapPpb: of.fundingCapPpb ?? 0 }),
      ...(openInterestMax === undefined ? {} : { openInterestMax: `${of.openInterestMax}` }),
      ...(impactNotional === undefined ? {} : { impactNotional: `${of.impactNotional}` }),
    }) satisfies Facts;
  const before = told(terms, orderTiers);
  return { subject: `market/${market}/terms`, user: null, before, after: told(command, tiers ?? []) };
}

/** Cap in units, leverage and rate of each, as they are kept. */
function tierFacts(tiers: readonly Tier[]): string {
  return tiers.map(({ cap, leverageMax, ratePpb }) => `${cap}/${leverageMax}/${ratePpb}`).join(' ');
}

export function endsPerpetual(_view: CoreView, command: EndPerpetualMarket): Proposed {
  return { subject: `market/${command.market}/end`, ...changeOf(undefined, command) };
}

export const callOffRule = staffRule(
  ['restore'],
  'Users wait for it; the market goes on as it was.',
  (view, { market }: CallOffPerpetualEnd) => {
    const { ending } = known(view.perpetual.contracts, market);
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
  ['money'],
  "It stays the house's own, from one pool to another.",
  (_view, command: FundInsurance) => ({
    kind: 'money',
    subject: `pool/insurance/${command.asset}`,
    ...changeOf(undefined, command),
  }),
);

export const unlockRule = staffRule(['restore'], 'Its owner waits.', (view, { position }: UnlockPosition) => {
  const { market, side, user } = positionNumbered(view, position);
  return {
    kind: 'restore',
    subject: `position/${position}`,
    user,
    before: { market, side, locked: 1 },
    after: { market, side, locked: 0 },
  };
});
