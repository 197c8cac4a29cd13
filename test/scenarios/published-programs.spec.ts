/**
 * The four published verification programs, run on artifacts of every product: they accept each as it is, and none
 * with one byte changed.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Batch } from '../../server/core/event';
import { encodeBody } from '../../server/products/core';
import { HOUSE_SIGNS } from '../../shared/rules/entry-kinds';
import {
  ALICE,
  BOB,
  given,
  payOut,
  restingOrder,
  buy,
  sell,
  transfer,
  withdraw,
  type Scenario,
} from '../tools/fixtures/core-fixture';
import {
  crossWithCutOrders,
  crossWithEndedMarket,
  allCross,
  crossWithLockedFunding,
} from '../tools/fixtures/cross-fixture';
import { allFinancial } from '../tools/fixtures/financial-fixture';
import {
  verifierRuns,
  verifierRunsOnChanged,
  CORE,
  publishFiles,
  sealedLines,
  writeLines,
} from '../tools/fixtures/published-files';
import { allMining } from '../tools/fixtures/mining-fixture';
import { allOneWay } from '../tools/fixtures/one-way-fixture';
import { allOptions } from '../tools/fixtures/option-fixture';
import { alarmedMarket, busyPerpetuals, allLiquidations, allPerpetuals } from '../tools/fixtures/perpetual-fixture';
import { acceptedOf, runAll } from '../tools/published-programs';
import { allReferral } from '../tools/fixtures/referral-fixture';
import { allRobots } from '../tools/fixtures/robot-fixture';

const scratch = mkdtempSync(path.join(tmpdir(), 'published-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const PRODUCTS: Record<string, () => Scenario> = {
  'spot and the wallet': () =>
    given(restingOrder('sell', 100, 8), buy(100, 3), sell(90, 2), transfer('BTC', 'spot', 'option', 3n)).given(
      withdraw('USDT', 500n),
      payOut(),
      withdraw('USDT', 700n),
    ),
  'a perpetual that ends': allPerpetuals,
  'a perpetual with positions': busyPerpetuals,
  'one-way positions': allOneWay,
  liquidations: allLiquidations,
  'a liquidation that the owners pay': alarmedMarket,
  'cross margin': allCross,
  'cross margin that is cut': crossWithCutOrders,
  'cross margin that ends': crossWithEndedMarket,
  'funding of a locked position': crossWithLockedFunding,
  'second contracts': allOptions,
  savings: allFinancial,
  mining: allMining,
  robots: allRobots,
  rebates: allReferral,
};

test.each(Object.entries(PRODUCTS))(
  'accept artifacts of %s, and none with one byte changed',
  async (name, scenario) => {
    const folder = mkdtempSync(path.join(scratch, 'given-'));
    const given = await publishFiles(folder, scenario().exchange);
    const told = runAll(verifierRuns(given));
    expect(told.filter(({ status }) => status !== 0)).toEqual([]);
    expect(told[0].told).toMatch(/all balances sum to 0, head [0-9a-f]{64}$/);
    expect(given.certificates.length > 0).toBe(name === 'second contracts');
    expect(acceptedOf(verifierRunsOnChanged(given, folder))).toEqual([]);
  },
);

describe('verify-journal.py with a resealed journal', () => {
  let batches: Batch[];
  beforeAll(() => (batches = busyPerpetuals().exchange.batches));

  interface Found {
    kind: string;
    debit: string;
    credit: string;
    amount: string;
    hold?: number;
    into?: number;
  }

  /** Changes the last entry of a kind, recomputes all hashes from there, and returns the program's last line. */
  function said(kind: string, change: (entry: Found) => void, first?: 'first'): string {
    // A body is open at its end: the link to the previous batch follows.
    const bodies = batches.map((batch) => JSON.parse(`${encodeBody(batch)}}`) as { events: { entries?: Found[] }[] });
    const entries = bodies.flatMap(({ events }) => events.flatMap((event) => event.entries ?? []));
    const found = entries.filter((entry) => entry.kind === kind).at(first ? 0 : -1);
    if (!found) throw new Error(`no entry is a ${kind}`);
    change(found);
    const file = writeLines(
      path.join(scratch, 'sealed.jsonl'),
      sealedLines(bodies.map((body) => JSON.stringify(body).slice(0, -1))),
    );
    const [{ told }] = runAll([['verify-journal.py', CORE, file]]);
    return (
      told
        .split('\n')
        .at(-1)
        ?.replace(/^.*?: /, '') ?? ''
    );
  }

  test('accepts an unchanged journal', () => {
    expect(said('open_long', () => undefined)).toMatch(/all balances sum to 0/);
  });

  test("refuses an entry that spends or grows another user's hold", () => {
    const notTheirs = (field: 'hold' | 'into') => (entry: Found) => void (entry[field] = 1);
    expect(said('open_long', notTheirs('hold'))).toMatch(/^hold 1 (belongs to another|is overspent)/);
    expect(said('margin_take', (entry) => (entry.hold = 2))).toMatch(/^hold 2 (belongs to another|is overspent)/);
    // Held funds move to another user.
    const swapped = (name: string) => name.replace(/^\d+/, (user) => `${Number(user) === ALICE ? BOB : ALICE}`);
    expect(said('open_long', (entry) => (entry.credit = swapped(entry.credit)))).toMatch(
      /^hold \d+ belongs to another/,
    );
    expect(said('open_long', (entry) => (entry.debit = swapped(entry.debit)))).toMatch(/^hold \d+ belongs to another/);
  });

  test('refuses an overspent hold', () => {
    expect(said('open_long', (entry) => (entry.amount = `${10n ** 18n}`))).toMatch(/^hold \d+ is overspent/);
  });

  test('refuses a missing hold, or one named where none belongs', () => {
    const without = (field: 'hold' | 'into') => (entry: Found) => void delete entry[field];
    expect(said('open_long', without('into'))).toMatch(/it must say into which hold/);
    expect(said('hold_long', without('hold'))).toMatch(/it must name a hold/);
    expect(said('margin_profit', (entry) => (entry.hold = 1))).toMatch(/it must name a hold/);
    expect(said('hold_long', (entry) => (entry.into = 1))).toMatch(/it must say into which hold/);
  });

  test('refuses moving a part of a hold that moves only as a whole', () => {
    expect(said('lock_position', (entry) => (entry.amount = `${BigInt(entry.amount) - 1n}`))).toMatch(
      /^hold \d+ belongs to another/,
    );
  });

  test('refuses a negative house account, an unknown account, and an overdrawn one', () => {
    expect(said('recharge', (entry) => (entry.debit = 'house/insurance/USDT'), 'first')).toMatch(
      /^house\/insurance\/USDT is at -/,
    );
    expect(said('open_long_fee', (entry) => (entry.credit = 'house/pocket/USDT'))).toMatch(/is no account$/);
    expect(said('open_long_fee', (entry) => (entry.credit = 'house/custody/USDT'))).toMatch(/all balances sum to 0/);
    expect(said('transfer', (entry) => (entry.amount = `${10n ** 30n}`), 'first')).toMatch(/ is at -/);
  });
});

test('verify-journal.py and the document know the sign of every house account', () => {
  const docs = path.resolve(__dirname, '../../docs');
  const program = readFileSync(path.join(docs, 'verify-journal.py'), 'utf8');
  const signs = /^SIGNS = (\{.*\})$/m.exec(program)?.[1].replaceAll("'", '"') ?? '';
  expect(JSON.parse(signs)).toEqual(HOUSE_SIGNS);
  const rows = [
    ...readFileSync(path.join(docs, 'explanation/ledger.md'), 'utf8').matchAll(
      /^\| `(\w+)(?::<market>)?` +\| (≤ 0|any|≥ 0) +\|/gm,
    ),
  ];
  const named = { '≤ 0': -1, any: 0, '≥ 0': 1 };
  expect(Object.fromEntries(rows.map(([, name, sign]) => [name, named[sign as keyof typeof named]]))).toEqual(
    HOUSE_SIGNS,
  );
});
