import { openEngine } from '../../server/engine/engine';
import { MemoryJournal } from '../tools/stores/memory-journal';
import { drive, submitAll } from './drive';
import { Mix, opening } from './orders-stream';
import { openingOfBoth, restingIn, TouchMix } from './touch-stream';

async function countsOf(journal: MemoryJournal): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const { batch } of journal.read(0)) {
    for (const { type } of batch.events) counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return counts;
}

test.each([1, 64, 1_024])(
  'with %i under way the mix rests, cancels and trades, and no order is rejected',
  async (inFlight) => {
    const journal = new MemoryJournal('mix');
    const engine = await openEngine({ journal, snapshots: null, pendingMax: 2_048 });
    await submitAll(engine, opening(20), 100);
    await drive(engine, new Mix(11, 20), inFlight, 6_000);
    await engine.close();
    const counts = await countsOf(journal);
    for (const type of ['OrderPlaced', 'OrderCancelled', 'TradeExecuted'])
      expect(counts.get(type)).toBeGreaterThan(500);
  },
);

test.each([
  ['spot', 1, ['OrderPlaced', 'OrderCancelled', 'TradeExecuted']],
  ['spot', 1_024, ['OrderPlaced', 'OrderCancelled', 'TradeExecuted']],
  ['perpetual', 1, ['PerpetualOrderPlaced', 'PerpetualOrderCancelled', 'PerpetualTraded']],
  ['perpetual', 1_024, ['PerpetualOrderPlaced', 'PerpetualOrderCancelled', 'PerpetualTraded']],
] as const)('at the touch of a %s market with %i under way no order is rejected', async (product, inFlight, types) => {
  const journal = new MemoryJournal('touch');
  // Time stands still, because the mark could become stale on a slow machine.
  const now = Date.now();
  const clock = () => now;
  const engine = await openEngine({ journal, snapshots: null, pendingMax: 2_048, clock });
  for (const step of openingOfBoth(20, clock)) await submitAll(engine, step, 100);
  await submitAll(engine, restingIn(product, 100, 20), 100);
  await drive(engine, new TouchMix(product, 11, 20), inFlight, 6_000);
  await engine.close();
  const counts = await countsOf(journal);
  for (const type of types) expect(counts.get(type)).toBeGreaterThan(500);
});
