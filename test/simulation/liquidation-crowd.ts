/** Traders of the liquidation simulations, their acts, and the execution of a step. */
import { canonicalLines, restoreState } from '../../server/products/core';
import { createStepper } from '../../server/engine/step';
import { ADMIN, system, type Exchange, type Scenario, type Step } from '../tools/fixtures/core-fixture';
import { fund, leverage, open, perpetuals } from '../tools/fixtures/perpetual-fixture';
import { usdt } from '../tools/fixtures/perpetual-terms';

/** Seeded random numbers. */
export function numbers(from: number) {
  let state = from >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (most: number): number => Math.floor(next() * most),
    one: <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)],
    chance: (part: number): boolean => next() < part,
  };
}
export type Numbers = ReturnType<typeof numbers>;

export function crowd(count: number, has: string): { scenario: Scenario; names: number[] } {
  const scenario = perpetuals();
  const names = Array.from({ length: count }, (_, index) => 10_200_001 + index);
  for (const user of names) {
    scenario.given(
      system({ type: 'RegisterMember', user }),
      { actor: ADMIN, command: { type: 'VerifyMember', user } },
      system({ type: 'CreditRecharge', user, asset: 'USDT', amount: usdt(has), reference: `opening/${user}` }),
      fund(user, usdt(has)),
    );
  }
  return { scenario, names };
}

/** Executes a step and then its due work one by one, with an occasional crash in between. */
export function take(exchange: Exchange, step: Step, crashes: (() => boolean) | null): void {
  exchange.now += step.after ?? 0;
  const stepper = () =>
    createStepper({
      state: exchange.state,
      clock: () => exchange.now,
      onDraft: ({ batch }) => {
        exchange.batches.push(batch);
        exchange.auditor.follow(batch);
      },
    });
  const pay = (): void => {
    while (stepper().runDueWork('urgent', 1)) {
      if (crashes?.()) exchange.restart(restoreState(canonicalLines(exchange.state)));
    }
  };
  pay();
  stepper().runDueWork('scheduled', Infinity);
  pay();
  while (stepper().execute(step) === null) pay();
  pay();
  exchange.now++;
  if (exchange.batches.length % 20 === 0) exchange.auditor.compare(exchange.state);
}

/** Opens opposite positions of two users, possibly away from the mark. */
export function pair(random: Numbers, names: readonly number[], price: number): Step[] {
  const [long, short] = [random.one(names), random.one(names)];
  const lots = 1 + random.below(random.chance(0.3) ? 4_000 : 400);
  return [
    leverage(long, random.one([5, 20, 50, 100, 125])),
    leverage(short, random.one([5, 20, 50, 100, 125])),
    open(short, 'short', price, lots),
    open(long, 'long', price, lots, { timeInForce: 'ioc' }),
  ];
}

/** Transfers the whole available balance out; the exchange refuses more. */
export function emptied({ state }: Exchange, user: number): Step {
  const amount = state.ledger.wallets.contract.get(user)?.get('USDT')?.available.balance ?? 0n;
  const command = { type: 'TransferFunds', user, asset: 'USDT', from: 'contract', to: 'spot', amount } as const;
  return { actor: `user/${user}`, command };
}

/** Mostly a small move, sometimes a spike. */
export function moved(random: Numbers, ticks: number): number {
  const part = random.chance(0.3) ? 5 + random.below(56) : random.below(20) / 10;
  const next = random.chance(0.5) ? ticks * (1 - part / 100) : ticks / (1 - part / 100);
  return Math.min(2_000_000, Math.max(50_000, Math.round(next)));
}
