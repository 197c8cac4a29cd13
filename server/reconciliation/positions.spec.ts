/** Compares open positions in live views and read models with the core's after all kinds of events. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ALICE, BOB, CAROL, type Scenario } from '../../test/tools/fixtures/core-fixture';
import {
  withCrossPositions,
  crossWithCutOrders,
  crossWithEndedMarket,
  allCross,
} from '../../test/tools/fixtures/cross-fixture';
import {
  alarmedMarket,
  busyPerpetuals,
  allLiquidations,
  allPerpetuals,
} from '../../test/tools/fixtures/perpetual-fixture';
import { positionOf, type Batch } from '../core/event';
import { EXCHANGE_CORE } from '../products/core';
import type { CoreState } from '../core/state';
import type { StoredBatch } from '../journal/port';
import { LiveViews } from '../views/live/live-views';
import { rebuildViews } from '../views/stored/projecting/follow';
import { openModel } from '../views/stored/views-database';
import { DurableTail } from './durable-tail';
import { checkLedger, checkUsers, type CheckResult } from './checks';

const POINTS = 6;
const HASH = 'a'.repeat(64);

let dataDir: string;
beforeEach(() => (dataDir = mkdtempSync(path.join(tmpdir(), 'drift-positions-'))));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

interface Compared {
  state: CoreState;
  look: () => Promise<CheckResult>;
  close: () => Promise<void>;
}

/** The state of an exchange after these batches. */
async function comparedAt(batches: readonly Batch[]): Promise<Compared> {
  const state = EXCHANGE_CORE.createState();
  for (const batch of batches) EXCHANGE_CORE.evolve(state, batch);
  const live = new LiveViews();
  live.fold(batches);
  async function* read(): AsyncIterable<StoredBatch> {
    for (const batch of batches) yield { batch, prev: HASH, hash: HASH, position: positionOf(batch) };
  }
  const [stored, records] = [await openModel({ dataDir }, 'views'), await openModel({ dataDir }, 'records')];
  for (const model of [stored, records]) await rebuildViews(model, { read }, () => undefined);
  const parts = { state: () => state, live, stored, records, tail: new DurableTail(), patienceMs: 100 };
  const users = [...state.members.keys()].sort((one, other) => one - other);
  const looking = { ...parts, isClosed: () => false, standStill: new Set<never>() };
  return {
    state,
    look: () => checkUsers(looking, users, { from: 0, to: Number.MAX_SAFE_INTEGER }),
    close: async () => {
      await stored.close();
      await records.close();
    },
  };
}

function openIn({ perpetual }: CoreState) {
  const users = [ALICE, BOB, CAROL].flatMap((user) => [...(perpetual.holdings.get(user)?.values() ?? [])]);
  return users.flatMap(({ long, short }) => [long, short]).filter((position) => position !== null);
}

test.each<[string, () => Scenario]>([
  ['everything of perpetuals', allPerpetuals],
  ['a busy market', busyPerpetuals],
  ['everything of cross margin', allCross],
  ['cross positions that are cut', crossWithCutOrders],
  ['cross positions of a market that ends', crossWithEndedMarket],
  ['liquidations', allLiquidations],
  ['an alarm', alarmedMarket],
])('%s: no difference at any position', async (_, scenario) => {
  const { batches } = scenario().exchange;
  let seen = 0;
  for (let point = 1; point <= POINTS; point++) {
    const compared = await comparedAt(batches.slice(0, Math.ceil((batches.length * point) / POINTS)));
    const { found, outcomes: made } = await compared.look();
    expect([point, found]).toEqual([point, []]);
    expect(made.get('stored.position')).toEqual({ position: compared.state.position });
    expect(made.get('live.position')).toEqual({ position: compared.state.position });
    seen += openIn(compared.state).length;
    await compared.close();
  }
  expect(seen).toBeGreaterThan(0);
});

test('finds differing lots, cost and margin, each by its contract id', async () => {
  const { state, look, close } = await comparedAt(withCrossPositions().exchange.batches);
  const [first, second] = openIn(state);
  first.cost += 1n;
  second.lots += 1;
  const { found } = await look();
  expect(found).toContainEqual(
    expect.objectContaining({ comparison: 'stored.position', subject: `${first.id}/cost`, expected: first.cost }),
  );
  for (const comparison of ['live.position', 'stored.position']) {
    expect(found).toContainEqual(
      expect.objectContaining({ comparison, subject: `${second.id}/lots`, expected: BigInt(second.lots) }),
    );
  }
  expect(found.filter(({ comparison }) => !comparison.endsWith('.position'))).toEqual([]);
  await close();
});

test('the ledger is consistent, and a balance or hold off by one unit is named', async () => {
  const { state, close } = await comparedAt(busyPerpetuals().exchange.batches);
  const walk = () => {
    const live = { position: state.position, waitFor: async () => true } as never;
    const parts = {
      state: () => state,
      live,
      tail: new DurableTail(),
      patienceMs: 100,
      isClosed: () => false,
      standStill: new Set<never>(),
    };
    return checkLedger(parts as never);
  };
  expect((await walk()).found).toEqual([]);
  const [hold] = state.holds.values();
  hold.remaining += 1n;
  expect((await walk()).found).toMatchObject([{ comparison: 'ledger.hold', asset: hold.account.asset }]);
  hold.remaining -= 1n;
  const account = [...state.ledger.accounts.values()].find(({ side, balance }) => side === 'available' && balance > 0n);
  if (!account) throw new Error('somebody has something');
  account.balance += 1n;
  expect((await walk()).found).toEqual([
    { comparison: 'ledger.sum', subject: account.asset, asset: account.asset, expected: 0n, found: 1n },
  ]);
  await close();
});
