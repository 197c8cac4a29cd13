/** Consistency of the core's parts: no two declare the same. */
import { REJECTION_CODES } from '../../shared/rules/codes';
import { mergeParts, mergeTables } from '../core/merge-parts';
import type { Part } from '../core/product';
import type { ProductStates } from '../core/state';
import { createState, EXCHANGE, PARTS } from './core';
import { earn } from './earn/core';

test('no two parts declare units of one rejection, and all of them are rejections', () => {
  const parts: readonly Part[] = PARTS;
  const codes = parts.flatMap(({ rejectionUnits: refusals = {} }) => Object.keys(refusals));
  expect(new Set(codes).size).toBe(codes.length);
  expect(Object.keys(EXCHANGE.rejectionUnits).sort()).toEqual(codes.sort());
  expect(codes.filter((code) => !REJECTION_CODES.includes(code as never))).toEqual([]);
});

test('one part creates each field of the state', () => {
  // Does not compile if no part creates a field.
  const made: ProductStates = mergeTables(PARTS.flatMap((part) => ('states' in part ? [part.states()] : [])));
  expect(Object.keys(createState())).toEqual(expect.arrayContaining(Object.keys(made)));
});

test('rejects a duplicate part', () => {
  expect(() => mergeParts([...PARTS, earn])).toThrow('two parts of the core have a row of one name');
  const [place, dueWork] = [earn.dueWork[0].place, earn.dueWork];
  expect(EXCHANGE.dueWork.filter((kind) => kind.place === place)).toHaveLength(1);
  expect(() => mergeParts([...PARTS, { commands: {}, events: {}, dueWork }])).toThrow(
    'two kinds of due work have one place',
  );
});

test('rejects a part with a duplicate line name, an unknown command or an unknown event', () => {
  const lost = { commands: {}, events: {} };
  const lines = EXCHANGE.snapshotRows.slice(0, 1);
  expect(() => mergeParts([...PARTS, { ...lost, snapshotRows: lines }])).toThrow('two snapshot lines have one name');
  expect(() => mergeParts([{ ...lost, extraEvents: { RunRobot: () => [] } }])).toThrow('RunRobot, which is no command');
  expect(() => mergeParts([{ ...lost, foreignEvents: { RobotEnded: () => undefined } }])).toThrow(
    'RobotEnded, which is no event',
  );
});

test('items due at the same time are settled in this order', () => {
  expect(EXCHANGE.dueWork.map(({ kind }) => kind)).toEqual([
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
