import type { EventOf, EventType } from '../../../server/core/event';
import { userAccount } from '../../../server/core/ledger/entry';
import { balanceOf } from '../../../server/core/ledger/ledger';
import { CYCLE_MS } from '../../../shared/products/robot/rules/grid';
import { BOB, type Scenario } from '../../tools/fixtures/core-fixture';
import { publishIndex } from '../../tools/fixtures/robot-fixture';

export function all<T extends EventType>({ exchange }: Scenario, type: T): EventOf<T>[] {
  return exchange.batches.flatMap(({ events }) => events.filter((event) => event.type === type)) as EventOf<T>[];
}
export function has({ exchange }: Scenario, asset: string, bucket: 'available' | 'frozen', user = BOB): bigint {
  return balanceOf(exchange.state.ledger, userAccount(user, 'spot', asset, bucket));
}
/** Open orders of the robot as side, price and lots, by price. */
export function grid({ exchange }: Scenario, user = BOB): string[] {
  const own = [...exchange.state.orders.values()].filter((order) => order.user === user && order.stake !== null);
  return own
    .sort((one, other) => one.price - other.price)
    .map(({ side, price, quantity, filledQuantity }) => `${side} ${price} ${quantity - filledQuantity}`);
}
/** Publishes the index shortly before the robot's next look at its grid. */
export function nextLook(scenario: Scenario, ticks: number): Scenario {
  scenario.exchange.now += CYCLE_MS - 2_000;
  publishIndex(scenario, ticks);
  scenario.exchange.now += 2_000;
  return scenario;
}
