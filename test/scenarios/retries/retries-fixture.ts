import { canonicalLines, restoreState } from '../../../server/products/core';
import { withClientId, buy, type Scenario, type Step } from '../../tools/fixtures/core-fixture';

/** Sends `count` accepted commands of Bob that fill his recent ids and leave no orders. */
export function later(scenario: Scenario, count: number, name = 'later'): Scenario {
  return inBulk(scenario, count, (number) => withClientId(`${name}-${number}`, buy(50, 1, { timeInForce: 'ioc' })));
}

/** The auditor follows each step, and compares the state once at the end. */
export function inBulk(scenario: Scenario, count: number, step: (number: number) => Step): Scenario {
  const { auditor, state } = scenario.exchange;
  const compare = auditor.compare;
  auditor.compare = () => undefined;
  for (let number = 0; number < count; number++) scenario.given(step(number));
  auditor.compare = compare;
  auditor.compare(state);
  return scenario;
}

/** Restarts the exchange from its snapshot. */
export function restarted(scenario: Scenario): Scenario {
  const { exchange } = scenario;
  exchange.restart(restoreState(canonicalLines(exchange.state)));
  return scenario;
}
