/** Stalled read models delay a round once, not at each check. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LISTINGS, Exchange } from '../../test/tools/fixtures/core-fixture';
import { positionOf } from '../core/event';
import type { StoredBatch } from '../journal/port';
import { LiveViews } from '../views/live/live-views';
import { rebuildViews } from '../views/stored/projecting/follow';
import { openModel, type ReadModels } from '../views/stored/views-database';
import { DurableTail } from './durable-tail';
import { checkUsers, type RunningCheckDependencies } from './checks';

const PATIENCE_MS = 400;
/** Polling interval in ms. */
const PAUSE_MS = 50;
const HASH = 'a'.repeat(64);
const dataDir = mkdtempSync(path.join(tmpdir(), 'stand-still-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('of stalled read models one comparison waits the full time, and later ones a fraction', async () => {
  const exchange = new Exchange();
  for (const step of LISTINGS) exchange.take(step);
  const { state, batches } = exchange;
  const live = new LiveViews();
  live.fold(batches);
  const [stored, records] = [await openModel({ dataDir }, 'views'), await openModel({ dataDir }, 'records')];
  const parts: RunningCheckDependencies = {
    ...{ state: () => state, live, stored, records, tail: new DurableTail(), patienceMs: PATIENCE_MS },
    ...{ isClosed: () => false, standStill: new Set<ReadModels>() },
  };
  const users = [...state.members.keys()].sort((one, other) => one - other);
  const waits = jest.spyOn(globalThis, 'setTimeout');
  /** Number of waits, and the comparisons without a result. */
  const looked = async () => {
    waits.mockClear();
    const { found, outcomes: made } = await checkUsers(parts, users, { from: 0, to: Number.MAX_SAFE_INTEGER });
    const behind = [...made]
      .filter(([, one]) => 'why' in one && one.why === 'behind')
      .map(([comparison]) => comparison);
    return { found, behind, waits: waits.mock.calls.filter(([, ms]) => ms === PAUSE_MS).length };
  };
  const behind = ['stored.balance', 'records.balance', 'stored.order', 'stored.position'];
  const [whole, part] = [PATIENCE_MS / PAUSE_MS, 1];
  // One full wait for each model, and two shorter ones for further comparisons of one.
  expect(await looked()).toEqual({ found: [], behind, waits: 2 * whole + 2 * part });
  expect(await looked()).toEqual({ found: [], behind, waits: 4 * part });

  async function* read(): AsyncIterable<StoredBatch> {
    for (const batch of batches) yield { batch, prev: HASH, hash: HASH, position: positionOf(batch) };
  }
  for (const model of [stored, records]) await rebuildViews(model, { read }, () => undefined);
  expect(await looked()).toEqual({ found: [], behind: [], waits: 0 });
  expect(parts.standStill.size).toBe(0);
  waits.mockRestore();
  await stored.close();
  await records.close();
});
