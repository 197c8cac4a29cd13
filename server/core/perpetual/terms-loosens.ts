/** Which changes of a perpetual's terms let more be owed on less. */
import { changeOfTiers, riskTiers, type Tier } from '../../../shared/rules/perpetual/tiers';
import { known } from '../folding';
import type { Facts, NeedsTwo } from '../product';
import type { CoreView } from '../state';
import { tiersOf } from './terms-change';
import type { ChangePerpetualTerms } from './terms-commands';

/** Looser tiers, larger caps, and an impact notional by which less money makes the mark. */
export function loosensPerpetualTerms(view: CoreView, command: ChangePerpetualTerms): NeedsTwo | null {
  const { market, from, fundingCapPpb, openInterestMax, impactNotional } = command;
  const { terms, orderTiers } = known(view.perpetual.contracts, market);
  const asked = tiersOf(command);
  const tiers = asked === 'invalid' ? null : asked;
  const isLooser =
    (tiers !== null && changeOfTiers(orderTiers, riskTiers(tiers)) === 'looser') ||
    (fundingCapPpb ?? 0) > terms.fundingCapPpb ||
    (openInterestMax ?? 0n) > terms.openInterestMax ||
    (impactNotional ?? terms.impactNotional) < terms.impactNotional;
  if (!isLooser) return null;
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
  return { user: null, waits: true, before: told(terms, orderTiers), after: told(command, tiers ?? []) };
}

/** Cap in units, leverage and rate of each, as they are kept. */
function tierFacts(tiers: readonly Tier[]): string {
  return tiers.map(({ cap, leverageMax, ratePpb }) => `${cap}/${leverageMax}/${ratePpb}`).join(' ');
}
