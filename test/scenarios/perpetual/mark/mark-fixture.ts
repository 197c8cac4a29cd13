import type { Context } from '../../../../server/core/decision';
import type { EventOf } from '../../../../server/core/event';
import { ALICE, BOB, later, occurred, Scenario, type Step } from '../../../tools/fixtures/core-fixture';
import { mark, open, PERP, perpetuals } from '../../../tools/fixtures/perpetual-fixture';

export const M = 500_000;
/** A step `ms` after the last publication. */
export function since({ exchange }: Scenario, ms: number, step: Step): Step {
  return later((exchange.state.perpetual.contracts.get(PERP)?.mark.at ?? 0) + ms - exchange.now, step);
}
/** A publication in which every source shows this price. */
export const movedAfter = (scenario: Scenario, ms: number, ticks: number) => {
  const last = scenario.exchange.state.perpetual.contracts.get(PERP)?.mark.at ?? 0;
  return since(scenario, ms, mark(ticks, last + ms));
};
export const FEED = (at: number): Context => ({ actor: 'feed/test', at });
export const published = () => occurred('IndexPublished');
export const marked = (facts: Partial<EventOf<'MarkPublished'>>) =>
  occurred('MarkPublished', { market: PERP, ...facts });

/** Both sides quote more than 50,000 USDT, centred 6.0 below the index of 50,000, since before a publication. */
export function quoted(): Scenario {
  return stood(open(BOB, 'long', M - 100, 1_010), open(ALICE, 'short', M - 20, 1_010));
}
export function stood(...steps: Step[]): Scenario {
  const scenario = perpetuals().given(steps);
  return scenario.given(movedAfter(scenario, 1_000, M));
}
