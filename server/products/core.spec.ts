/** The parts of the core fit together: no two of them say the same thing. */
import { REJECTION_CODES } from '../../shared/rules/codes';
import { gather, merged } from '../core/gather';
import type { Part } from '../core/product';
import type { ProductStates } from '../core/state';
import { createState, EXCHANGE, PARTS } from './core';
import { earn } from './earn/core';

test('no two parts give units to the same refusal, and all of them are refusals', () => {
  const parts: readonly Part[] = PARTS;
  const codes = parts.flatMap(({ refusals = {} }) => Object.keys(refusals));
  expect(new Set(codes).size).toBe(codes.length);
  expect(Object.keys(EXCHANGE.refusals).sort()).toEqual(codes.sort());
  expect(codes.filter((code) => !REJECTION_CODES.includes(code as never))).toEqual([]);
});

test('each field of the state is made by one part', () => {
  // Does not compile while a field has no part that makes it.
  const made: ProductStates = merged(PARTS.flatMap((part) => ('states' in part ? [part.states()] : [])));
  expect(Object.keys(createState())).toEqual(expect.arrayContaining(Object.keys(made)));
});

test('a part that comes twice is refused', () => {
  expect(() => gather([...PARTS, earn])).toThrow('two parts of the core have a row of one name');
  const [place, debts] = [earn.debts[0].place, earn.debts];
  expect(EXCHANGE.debts.filter((debt) => debt.place === place)).toHaveLength(1);
  expect(() => gather([...PARTS, { commands: {}, events: {}, debts }])).toThrow('two kinds of due work have one place');
});

test('a part that changes what no part has is refused', () => {
  const lost = { commands: {}, events: {} };
  const lines = EXCHANGE.lines.slice(0, 1);
  expect(() => gather([...PARTS, { ...lost, lines }])).toThrow('two snapshot lines have one name');
  expect(() => gather([{ ...lost, adds: { RunRobot: () => [] } }])).toThrow('RunRobot, which is no command');
  expect(() => gather([{ ...lost, follows: { RobotEnded: () => undefined } }])).toThrow(
    'RobotEnded, which is no event',
  );
});

test('due work of one moment is paid in this order', () => {
  expect(EXCHANGE.debts.map(({ kind }) => kind)).toEqual([
    'frozen_orders',
    'stops_over',
    'stops_owed',
    'liquidations',
    'reversing',
    'closing',
    'cuts',
    'triggers',
    'stop_triggers',
    'perpetual_terms',
    'funding',
    'funding_settlement',
    'option_entries',
    'option_levels',
    'option_ends',
    'market_end',
    'market_settlement',
    'position_locks',
    'financial_ends',
    'mining_payments',
    'rebates',
    'fee_days',
    'fee_levels',
    'robots',
    'staff_acts',
    'staff',
  ]);
});
