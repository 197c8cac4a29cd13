/** Every staff command in each of its kinds: what one person achieves alone, and what two achieve. */
import type { CommandType } from '../../../server/core/command';
import { COMMANDS } from '../../../server/products/core';
import { isRejection } from '../../../server/core/rejection';
import { STAFF_KINDS, type StaffKind, type StaffRule } from '../../../server/core/staff/rule';
import { SECOND, type Step } from '../../tools/fixtures/core-fixture';
import { DAY, HOUR, confirmProposal, passTime } from '../../tools/fixtures/staff-fixture';
import { STAFF_CASES, type StaffCase } from './staff-cases';

type Told = Readonly<{ staff?: StaffRule<never> }>;
const kindsOf = (type: CommandType): readonly StaffKind[] => (COMMANDS[type] as Told).staff?.kinds ?? [];

test('covers every staff command in each of its kinds', () => {
  const all = (Object.keys(COMMANDS) as CommandType[]).filter((type) => kindsOf(type).length > 0);
  const told = all.map((type) => [type, [...kindsOf(type)].sort()]);
  expect(all.map((type) => [type, Object.keys(STAFF_CASES[type] ?? {}).sort()])).toEqual(told);
  expect(all.length).toBeGreaterThan(40);
});

const CASES = Object.entries(STAFF_CASES).flatMap(([type, kinds]) =>
  Object.entries(kinds).map(([kind, row]): [string, StaffKind, StaffCase] => [type, kind as StaffKind, row]),
);

test.each(CASES)('%s as %s', (type, kind, { before, step, event, second = SECOND }) => {
  const scenario = before();
  const { exchange } = scenario;
  const sentBy = (one: Step): string[] => {
    const since = exchange.batches.length;
    const outcome = exchange.take(one);
    if (isRejection(outcome)) throw new Error(`${one.command.type} by ${one.actor}: ${outcome.rejected}`);
    return exchange.batches.slice(since).flatMap(({ events }) => events.map((told) => told.type));
  };
  const { people, waits, lapsesMs } = STAFF_KINDS[kind];
  const alone = sentBy(step);
  const act = exchange.batches.at(-1)?.events.at(-1);
  if (people === 1) {
    expect(alone).toContain(event);
    if (lapsesMs === null) return expect(alone).not.toContain('StaffActed');
    expect(act).toMatchObject({ type: 'StaffActed', kind, command: type });
    return;
  }
  expect(alone).toEqual(['StaffProposed']);
  expect(act).toMatchObject({ command: type, waits: waits ? 1 : 0 });
  const proposal = exchange.state.staff.next - 1;
  // Nor does a second confirmation by the same person.
  expect(exchange.take(confirmProposal(proposal, step.actor))).toMatchObject({ rejected: 'approval.needs.another' });
  const together = sentBy(confirmProposal(proposal, second));
  if (!waits) return expect(together.slice(0, 3)).toEqual(['StaffConfirmed', 'StaffApplied', event]);
  expect(together).toEqual(['StaffConfirmed']);
  const since = exchange.batches.length;
  exchange.take(passTime(DAY - HOUR));
  const applied = (): string[] =>
    exchange.batches.slice(since).flatMap(({ events }) => events.map((told) => told.type));
  expect(applied()).not.toContain('StaffApplied');
  exchange.take(passTime(HOUR));
  expect(applied()).toEqual(expect.arrayContaining(['StaffApplied', event]));
});
