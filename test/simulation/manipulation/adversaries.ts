/**
 * Two colluding adversaries: they see every feed, know publication times, have as much money as the terms allow, and
 * trade with each other at any price. Their final wealth is valued at the true price, which no trade moves, next to
 * that of the house and of everybody else.
 */
import { houseAccount } from '../../../server/core/ledger/entry';
import { balanceOf } from '../../../server/core/ledger/ledger';
import { isRejection } from '../../../server/core/rejection';
import type { CoreState } from '../../../server/core/state';
import type { EventOf, EventType } from '../../../server/core/event';
import type { HouseAccount } from '../../../shared/rules/entry-kinds';
import { fundingOwed } from '../../../shared/products/perpetual/rules/funding';
import { profitAt } from '../../../shared/products/perpetual/rules/position';
import { staff, system, type Exchange, type Scenario, type Step } from '../../tools/fixtures/core-fixture';

export const MALLORY = 10_000_011;
export const TRUDY = 10_000_012;
export const ADVERSARIES = [MALLORY, TRUDY] as const;

/** `SIMULATION_RUNS=200 npx jest test/simulation/manipulation` runs longer; `SIMULATION_SEED` repeats a run. */
export const runsOf = (usual: number): { numRuns: number; seed: number } => ({
  numRuns: Number(process.env['SIMULATION_RUNS'] ?? usual),
  seed: Number(process.env['SIMULATION_SEED'] ?? 20_261_128),
});

/** Registered and verified with separate documents, so nothing relates the accounts. */
export function admitted(users: readonly number[], credits: Readonly<Record<string, bigint>>): Step[] {
  return users.flatMap((user) => [
    system({ type: 'RegisterMember', user }),
    staff({ type: 'VerifyMember', user }),
    system({ type: 'NameDocument', user, document: String(user).padStart(64, '0') }),
    ...Object.entries(credits).map(([asset, amount]) =>
      system({ type: 'CreditRecharge', user, asset, amount, reference: `${asset}/${user}` }),
    ),
  ]);
}

/** True price: units of USDT per units of the asset. */
export type Worth = Readonly<Record<string, readonly [usdt: bigint, units: bigint]>>;

/** Value in units of USDT, rounded down. */
export function worthOf(worth: Worth, asset: string, amount: bigint): bigint {
  if (asset === 'USDT') return amount;
  const [usdt, units] = worth[asset];
  return (amount * usdt) / units;
}

/** Total wealth of users in units of USDT: all account buckets, and the profit of positions at true prices (ticks). */
export function wealthOf(
  state: CoreState,
  users: readonly number[],
  worth: Worth = {},
  ticks: Readonly<Record<string, number>> = {},
): bigint {
  const sums = new Map<string, bigint>();
  for (const { user, asset, balance } of state.ledger.accounts.values()) {
    if (users.includes(user)) sums.set(asset, (sums.get(asset) ?? 0n) + balance);
  }
  let all = 0n;
  for (const [asset, sum] of sums) all += worthOf(worth, asset, sum);
  for (const user of users) {
    for (const [market, { long, short }] of state.perpetual.holdings.get(user) ?? []) {
      const listed = state.markets.get(market)!;
      const { fundingSum } = state.perpetual.contracts.get(market)!.mark;
      for (const position of [long, short]) {
        if (!position) continue;
        const { side, lots, cost, funded } = position;
        const sized = { side, cost, perTick: BigInt(lots) * listed.quotePerTickLot };
        all += profitAt(sized, ticks[market]) - fundingOwed(sized, fundingSum - funded);
      }
    }
  }
  return all;
}

/** Total USDT in some accounts of the house. */
export function houseOf({ ledger }: CoreState, ...names: HouseAccount[]): bigint {
  return names.reduce((sum, name) => sum + balanceOf(ledger, houseAccount(name, 'USDT')), 0n);
}

/** All events of a type, oldest first. */
export function eventsOf<T extends EventType>({ batches }: Pick<Exchange, 'batches'>, type: T): EventOf<T>[] {
  return batches.flatMap(({ events }) => events.filter((event): event is EventOf<T> => event.type === type));
}

/** Executes a step that may be refused; true if accepted. */
export function tried({ exchange }: Scenario, step: Step): boolean {
  return !isRejection(exchange.take(step));
}

/** A scheduled act. */
interface Planned {
  at: number;
  act: () => void;
}

/** Runs acts at their scheduled milliseconds; acts of the same time keep their order. */
export class Plan {
  private readonly planned: Planned[] = [];

  at(at: number, act: () => void): void {
    this.planned.push({ at, act });
  }

  /** Advances the exchange's clock. Acts after `until` never run. */
  play({ exchange }: Scenario, until = Infinity): void {
    this.planned.sort((one, other) => one.at - other.at);
    for (const { at, act } of this.planned) {
      if (at > until) break;
      exchange.now = Math.max(exchange.now, at);
      act();
    }
  }
}
