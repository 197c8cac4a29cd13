import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Route } from '../../../shared/wire/route';
import { AREAS } from '../../routes';
import { EXCHANGE } from '../../products/core';
import { LIMIT_ROWS } from '../../platform/limits';
import { PROGRAMS } from '../programs';
import { ENTRY_KIND_DESCRIPTIONS } from './entry-kinds';
import { table } from './markdown';
import {
  cliPage,
  commandsPage,
  configurationPage,
  entryKindsPage,
  errorsPage,
  eventsPage,
  limitsPage,
  PAGES,
  staffRulesPage,
} from './pages';

const ROOT = path.join(__dirname, '../../..');

test.each(Object.entries(PAGES))('docs/reference/%s is up to date', (name, pageOf) => {
  const stored = readFileSync(path.join(ROOT, 'docs/reference', name), 'utf8');
  if (stored !== pageOf()) throw new Error(`docs/reference/${name} is out of date: run npm run docs:reference`);
});

test('rejects a row without a description', () => {
  const { PlaceOrder } = EXCHANGE.commands;
  const { OrderPlaced } = EXCHANGE.events;
  expect(() => commandsPage({ PlaceOrder: { ...PlaceOrder, about: '' } })).toThrow('PlaceOrder has no description');
  expect(() => eventsPage({ OrderPlaced: { ...OrderPlaced, about: ' ' } })).toThrow('OrderPlaced has no description');
  const { FreezeFunds } = EXCHANGE.commands;
  const noWhy = { ...FreezeFunds, staff: FreezeFunds.staff && { ...FreezeFunds.staff, rationale: '' } };
  expect(() => staffRulesPage({ FreezeFunds: noWhy })).toThrow('FreezeFunds has no description');
  expect(() => entryKindsPage({ ...ENTRY_KIND_DESCRIPTIONS, transfer: '' })).toThrow('transfer has no description');
  expect(() => errorsPage({ success: 'Success' })).toThrow(/ has no description$/);
  expect(() => limitsPage({ ...LIMIT_ROWS, bodyBytesMax: { ...LIMIT_ROWS.bodyBytesMax, quantity: '' } })).toThrow(
    'bodyBytesMax has no description',
  );
  const port = { name: 'PORT', default: '3000', value: 'port', description: undefined };
  expect(() => configurationPage([port])).toThrow('PORT has no description');
  expect(() => configurationPage([{ ...port, value: undefined, description: 'Port.' }])).toThrow('PORT has no');
  expect(() => cliPage({ replay: { ...PROGRAMS.replay, about: '' } })).toThrow('replay has no description');
});

test('every program of server/cli in package.json has a row', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const programs = Object.keys(scripts).filter((name) => scripts[name].includes('dist/server/cli/'));
  expect(Object.keys(PROGRAMS).sort()).toEqual(programs.sort());
});

test('lists each staff call under its right, under none, or among those of auditors', () => {
  const [rights, auditors] = staffRulesPage()
    .split(/^## (?:Rights|Auditors)$/m)
    .slice(1);
  const sections = new Map(
    rights.split(/^### /m).map((section) => [section.split('\n')[0].replaceAll('`', ''), section]),
  );
  const calls = Object.values(AREAS)
    .flatMap((area): Route[] => Object.values(area))
    .filter(({ access }) => access === 'admin' || access === 'auditor');
  expect(calls.length).toBeGreaterThan(100);
  for (const { path, access, right } of calls) {
    const call = `\`${path.slice('/exchange/'.length)}\``;
    const places = [...sections].filter(([, section]) => section.includes(call)).map(([name]) => name);
    expect([path, places]).toEqual([path, right ? [right] : access === 'admin' ? ['Without a right'] : []]);
    expect([path, auditors.includes(call)]).toEqual([path, access === 'auditor']);
  }
});

test('escapes bars in a cell', () => {
  expect(table(['one', 'two'], [['`a|b`', '']])).toBe('| one    | two |\n| ------ | --- |\n| `a\\|b` |     |');
});
