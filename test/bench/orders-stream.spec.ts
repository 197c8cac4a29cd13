import { openEngine } from '../../server/engine/engine';
import { MemoryJournal } from '../tools/memory-journal';
import { drive, submitAll } from './drive';
import { Mix, opening } from './orders-stream';

test.each([1, 64, 1_024])(
  'with %i under way the mix rests, cancels and trades, and nothing is refused',
  async (inFlight) => {
    const journal = new MemoryJournal('mix');
    const engine = await openEngine({ journal, snapshots: null, pendingMax: 2_048 });
    await submitAll(engine, opening(20), 100);
    await drive(engine, new Mix(11, 20), inFlight, 6_000);
    await engine.close();
    const counts = new Map<string, number>();
    for await (const { batch } of journal.read(0)) {
      for (const { type } of batch.events) counts.set(type, (counts.get(type) ?? 0) + 1);
    }
    for (const type of ['OrderPlaced', 'OrderCancelled', 'TradeExecuted'])
      expect(counts.get(type)).toBeGreaterThan(500);
  },
);
