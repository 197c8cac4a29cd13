import type { EventOf } from '../../../server/core/event';
import type { Scenario } from '../../tools/fixtures/core-fixture';
import { PRICE, publishPrice } from '../../tools/fixtures/option-fixture';

export const P = PRICE;

export function settled({ exchange }: Scenario): EventOf<'OptionSettled'>[] {
  return exchange.batches.flatMap(({ events }) => events.filter((event) => event.type === 'OptionSettled'));
}
/** Publishes each price, one second apart. */
export function ticks(scenario: Scenario, ...prices: number[]): Scenario {
  for (const price of prices) scenario.given(publishPrice(scenario, price));
  return scenario;
}
/** Publishes one price per second for `seconds` publications; due settlements follow. */
export function steady(scenario: Scenario, price: number, seconds: number): Scenario {
  return ticks(scenario, ...Array.from({ length: seconds }, () => price));
}
