import { canonicalLines, COMMANDS, rightOf } from '../../../server/products/core';
import type { Actor, Command, CommandType } from '../../../server/core/command';
import type { Batch } from '../../../server/core/event';
import { isRejection } from '../../../server/core/rejection';
import type { StaffRule } from '../../../server/core/staff/rule';
import type { CoreState } from '../../../server/core/state';
import { parseAccount, type AccountName } from '../../../server/core/ledger/entry';
import { STAFF_RIGHTS } from '../../../shared/rules/staff-rights';
import {
  ADMIN,
  STARTED_AT,
  stopWithdrawals,
  ALICE,
  BOB,
  CAROL,
  SECOND,
  approve,
  buy,
  asUser,
  credit,
  given,
  sell,
  staff,
  startPayout,
  system,
  withdraw,
  type Exchange,
  type Scenario,
  type Step,
} from '../../tools/fixtures/core-fixture';
import { STAFF_COMMAND_TYPES, randomCommand, numbers, oneOf } from '../../tools/samples/attempts';
import { ETH, withCrossPositions } from '../../tools/fixtures/cross-fixture';
import { financialTerms } from '../../tools/fixtures/financial-fixture';
import { buyMining, mining } from '../../tools/fixtures/mining-fixture';
import { buyOption, usdt } from '../../tools/fixtures/option-fixture';
import { runningRobot } from '../../tools/fixtures/robot-fixture';
import {
  DAY,
  FIRST_ID,
  SECOND_ID,
  THIRD,
  THIRD_ID,
  creditByBank,
  confirmProposal,
  fullAdmins,
  keepAct,
  sendAs,
  importLines,
  reportStaff,
  rulesOf,
} from '../../tools/fixtures/staff-fixture';

/**
 * One member of staff attacks the exchange, with each right alone and with all rights. For two days the attacker
 * sends every command of staff. A second exchange runs the same time without the attack. After the longest lapse the
 * two states are compared. Then three honest admins repair the rest.
 */

const ATTACKER_ID = 10_000_021;
const ATTACKER: Actor = `admin/${ATTACKER_ID}`;
const ATTEMPTS = 400;
const WAITS = ['feedback', 'verification'] as const;
const TWO_DAYS = 2 * DAY;

const WORLDS: Readonly<Record<string, () => Scenario>> = {
  /** Orders, withdrawals in each of their states, and uncredited lines of bank statements. */
  spot: () =>
    given(
      [buy(90, 5), asUser(ALICE, sell(110, 5)), buy(100, 3, { market: 'ETH-USDT' })],
      [withdraw('USDT', 100n), withdraw('USDT', 200n), withdraw('BTC', 50n), withdraw('USDT', 300n)],
    ),
  /** Cross and isolated positions, in two contracts. */
  contracts: () =>
    withCrossPositions().given(
      staff({ type: 'FundHouse', asset: 'USDT', amount: 900n, reason: 'capital' }),
      staff({ type: 'FundInsurance', asset: 'USDT', amount: 9n, reason: 'capital' }),
      staff({ type: 'EndPerpetualMarket', market: ETH, endsAt: STARTED_AT + 30 * DAY, reason: 'announced' }),
    ),
  /** Second contracts, savings and mining, each with purchases. */
  products: () =>
    mining().given(
      financialTerms(),
      staff({ type: 'SetFinancialState', product: 'USDT-7', state: 'open', reason: 'offered' }),
      staff({ type: 'FundHouse', asset: 'USDT', amount: 900n, reason: 'capital' }),
      staff({ type: 'FundInsurance', asset: 'USDT', amount: 9n, reason: 'capital' }),
      [buyOption(ALICE, 'up'), buyMining(BOB), buyMining(CAROL, usdt(500))],
    ),
  /** Withdrawals are stopped. */
  robots: () => runningRobot().given(stopWithdrawals()),
};

/** The attacker and three honest admins; all open proposals are confirmed and all acts kept. */
function peopled(world: () => Scenario, rights: string): Scenario {
  const scenario = world();
  const people = [...fullAdmins(FIRST_ID, SECOND_ID, THIRD_ID), { user: ATTACKER_ID, role: 'admin', rights } as const];
  scenario.given(
    people.map(({ user }) => system({ type: 'RegisterMember', user })),
    reportStaff(people),
    credit('USDT', 10_000n, 'for/withdrawal'),
    system(rulesOf({ reviewAboveMax: 10n ** 12n })),
  );
  const { exchange } = scenario;
  // Steps that do not apply to a world are refused.
  const prepared: Step[] = [
    ...[sendAs(ADMIN, approve(1).command), sendAs(ADMIN, approve(2).command), startPayout(2)],
    sendAs(THIRD, importLines({ amount: 700n }, { reference: 'bank/2', amount: 5n }).command),
    sendAs(ADMIN, creditByBank('bank/2', 5n).command),
    sendAs(ADMIN, { type: 'FreezeFunds', user: CAROL, asset: 'USDT', amount: 5n, reason: 'r' }),
    sendAs(ADMIN, { type: 'FreezeAccount', user: CAROL, reason: 'a report' }),
    ...WAITS.map((wait) => sendAs(ADMIN, { type: 'SetOverdueHours', wait, hours: 20 })),
    ...[1, 2].map((bindings) => sendAs(ADMIN, { type: 'SetDailyLimit', bindings, limit: 1_000n })),
  ];
  for (const step of prepared) exchange.take(step);
  const { proposals, acts } = exchange.state.staff;
  for (const proposal of proposals.keys()) exchange.take(confirmProposal(proposal));
  for (const act of acts.keys()) exchange.take(keepAct(act));
  exchange.take(idle(DAY));
  return scenario;
}

/** Advances the time; the command itself is refused. */
function idle(after: number, actor: Actor = ADMIN): Step {
  return { ...sendAs(actor, { type: 'DeclineStaff', proposal: 999_999, reason: 'none' }), after };
}

type Told = Readonly<{ staff?: StaffRule<never> }>;
interface Attack {
  exchange: Exchange;
  /** The second exchange, without the attack. */
  peace: Exchange;
  /** Batches of the attacker. */
  batches: Batch[];
  /** Types of accepted commands. */
  taken: Set<CommandType>;
}

function attacked(world: () => Scenario, rights: string, seed: number): Attack {
  const random = numbers(seed);
  const [{ exchange }, { exchange: peace }] = [peopled(world, rights), peopled(world, rights)];
  expect(linesOf(exchange.state)).toEqual(linesOf(peace.state));
  const from = exchange.batches.length;
  const words = rights.split(' ');
  const own = STAFF_COMMAND_TYPES.filter((type) => words.includes(rightOf(type) ?? words[0]));
  const taken = new Set<CommandType>();
  for (let count = 0; count < ATTEMPTS; count++) {
    const type = random() < 0.1 ? oneOf(random, STAFF_COMMAND_TYPES) : own[count % own.length];
    const command = randomCommand(type, exchange.state, random);
    const after = random() < 0.1 ? Math.floor((random() * TWO_DAYS) / (ATTEMPTS / 20)) : 0;
    const outcome = exchange.take({ actor: ATTACKER, command, after });
    if (!isRejection(outcome)) taken.add(type);
    peace.take(idle(after));
  }
  const done = exchange.batches.slice(from).filter(({ actor }) => actor === ATTACKER);
  for (const one of [exchange, peace]) for (const _ of [1, 2, 3]) one.take(idle(TWO_DAYS / 3));
  return { exchange, peace, taken, batches: done };
}

/** Line kinds that every accepted act changes: numbering and the records of the attacker. */
const OF_EVERY_ACT = new Set(['core', 'lasting', 'memory', 'staff', 'staff_act', 'staff_proposal', 'staff_by_hand']);

function linesOf(state: CoreState): string[] {
  return [...canonicalLines(state)].filter((line) => !OF_EVERY_ACT.has(JSON.parse(line)[0]));
}

/** Kinds of lines that differ between the two exchanges. */
function differing({ exchange, peace }: Attack): string[] {
  const [now, then] = [linesOf(exchange.state), linesOf(peace.state)];
  const [has, had] = [new Set(now), new Set(then)];
  const lines = [...now.filter((line) => !had.has(line)), ...then.filter((line) => !has.has(line))];
  return [...new Set(lines.map((line) => JSON.parse(line)[0] as string))].sort();
}

function keyOf(name: AccountName): string {
  const of = parseAccount(name);
  return of.owner === 'user' ? `${of.user}/${of.asset}` : `house/${of.name}/${of.asset}`;
}

/** Total per owner and asset, over all accounts and buckets. */
function wealthOf({ ledger }: CoreState): Record<string, bigint> {
  const wealth: Record<string, bigint> = {};
  for (const { name, balance } of ledger.accounts.values()) {
    const key = keyOf(name);
    wealth[key] = (wealth[key] ?? 0n) + balance;
  }
  return notNothing(wealth);
}

function notNothing(wealth: Record<string, bigint>): Record<string, bigint> {
  return Object.fromEntries(Object.entries(wealth).filter(([, units]) => units !== 0n));
}

/** Wealth including the withdrawals of coins that one member of staff marked as paid, each below the review value. */
function without(wealth: Record<string, bigint>, batches: readonly Batch[]): Record<string, bigint> {
  for (const { type, ...event } of batches.flatMap(({ events }) => events)) {
    if (type !== 'WithdrawalPaid' || !('entries' in event)) continue;
    for (const { debit, credit, amount } of event.entries) {
      for (const [name, units] of [
        [debit, -amount],
        [credit, amount],
      ] as const) {
        const key = keyOf(name);
        wealth[key] = (wealth[key] ?? 0n) + units;
      }
    }
  }
  return notNothing(wealth);
}

/** Kinds of state lines that may still differ after everything temporary has ended, by right. */
const LEFT: Readonly<Record<string, readonly string[]>> = {
  // Frozen accounts and funds, which two admins release; cancelled orders and stopped robots; keys of robots.
  users: ['account', 'book', 'hold', 'member', 'order', 'order-fee', 'robot', 'robot-key', 'robot-next'],
  // Members verified by a document.
  verification: ['member', 'relation'],
  // Invented statement lines that no two admins have used.
  recharges: ['stated'],
  // Withdrawals approved, rejected or marked as paid, each below the review value.
  withdrawals: ['account', 'approved', 'hold', 'member', 'paid', 'withdrawal'],
  markets: [],
  settings: [],
  content: [],
  staff: [],
};

/** Three honest admins repair: one freezes the attacker, and two release frozen accounts and funds. */
function putRight(exchange: Exchange): void {
  const take = (actor: Actor, command: Command): void => {
    const outcome = exchange.take({ actor, command });
    if (isRejection(outcome)) throw new Error(`${command.type} by ${actor}: ${outcome.rejected}`);
  };
  const byTwo = (command: Command): void => {
    take(SECOND, command);
    take(THIRD, { type: 'ConfirmStaff', proposal: exchange.state.staff.next - 1 });
  };
  const { staff: ofStaff, members, holds } = exchange.state;
  take(ADMIN, { type: 'FreezeAccount', user: ATTACKER_ID, reason: 'r' });
  const refusal = exchange.take({ actor: ATTACKER, command: { type: 'FreezeAccount', user: BOB, reason: 'r' } });
  expect(refusal).toMatchObject({ rejected: 'account.frozen' });
  take(SECOND, { type: 'UnfreezeAccount', user: FIRST_ID, reason: 'r' });
  for (const { id, by } of [...ofStaff.proposals.values()])
    if (by === ATTACKER_ID) take(ADMIN, { type: 'DeclineStaff', proposal: id, reason: 'r' });
  for (const { user, frozen } of [...members.values()])
    if (frozen && user !== ATTACKER_ID) byTwo({ type: 'UnfreezeAccount', user, reason: 'r' });
  for (const { id, reason } of [...holds.values()])
    if (reason === 'admin') byTwo({ type: 'UnfreezeFunds', hold: id, reason: 'r' });
  const isHeld = [...holds.values()].some(({ reason }) => reason === 'admin');
  const frozen = [...members.values()].filter((member) => member.frozen).map(({ user }) => user);
  expect([isHeld, frozen, ofStaff.proposals.size]).toEqual([false, [ATTACKER_ID], 0]);
  const [difference] = exchange.state.drift.open.keys();
  if (difference !== undefined) byTwo({ type: 'LiftWithdrawals', upTo: difference, reason: 'r' });
  // Customers can withdraw again.
  const withdrawal = exchange.state.wallet.counters.withdrawal;
  const asked = exchange.take({
    actor: `user/${BOB}`,
    command: { type: 'ApplyWithdrawal', user: BOB, asset: 'USDT', amount: 1_000n, chain: 'ERC20', address: 'a' },
  });
  expect(asked).not.toHaveProperty('rejected');
  take(ADMIN, { type: 'ApproveWithdrawal', withdrawal });
  take(ADMIN, { type: 'StartPayout', withdrawal });
  take(SECOND, { type: 'PayWithdrawal', withdrawal, reference: 'the/last' });
  expect(exchange.batches.at(-1)?.events).toMatchObject([{ type: 'WithdrawalPaid', user: BOB }]);
}

const EVERY = STAFF_RIGHTS.join(' ');
const CASES = Object.entries(WORLDS).flatMap(([name, world], place) =>
  [...STAFF_RIGHTS, EVERY].map((rights, number): [string, string, () => Scenario, number] => [
    rights,
    name,
    world,
    100 * place + number + 7,
  ]),
);
const everTaken = new Set<CommandType>();

test.each(CASES)('limits the damage of a lone attacker with rights %s in world %s', (rights, _name, world, seed) => {
  const attack = attacked(world, rights, seed);
  const { exchange, peace, batches, taken } = attack;
  for (const type of taken) everTaken.add(type);
  // No proposal took effect, and every event names the attacker.
  for (const { events, command, actor } of batches) {
    const told = events[events.length - 1];
    const isSaid = ['StaffActed', 'StaffProposed'].includes(told.type) ? told : { by: ATTACKER_ID };
    expect([actor, isSaid]).toMatchObject([ATTACKER, { by: ATTACKER_ID }]);
    expect([command.type, (COMMANDS[command.type] as Told).staff?.kinds]).toEqual([command.type, expect.any(Array)]);
    expect(events.map(({ type }) => type)).not.toContain('StaffApplied');
  }
  const left = rights.split(' ').flatMap((right) => LEFT[right]);
  expect(differing(attack).filter((kind) => !left.includes(kind))).toEqual([]);
  expect(wealthOf(exchange.state)).toEqual(without(wealthOf(peace.state), batches));
  putRight(exchange);
});

test('accepts every staff command from a lone attacker except confirming or keeping their own acts', () => {
  expect(STAFF_COMMAND_TYPES.filter((type) => !everTaken.has(type))).toEqual(['ConfirmStaff', 'KeepStaffAct']);
});
