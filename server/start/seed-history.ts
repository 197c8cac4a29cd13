/** History for live views that the core no longer has, from the stored read models and the journal. */
import type { Journal } from '../journal/port';
import { LiveViews } from '../views/live/live-views';
import { readCheckpoint } from '../views/stored/projecting/checkpoint';
import { HISTORY_TABLES, storedHistory } from '../views/stored/history';
import type { ReadModelSets } from '../views/stored/sets/read-model-sets';
import type { ViewsDatabase } from '../views/stored/views-database';

/**
 * Candles, tickers and trades from before the snapshot come from the stored read models, if those belong to this
 * journal. The range between the two is folded from the journal.
 */
export async function seedHistory(
  liveViews: LiveViews,
  { stored: storedViews, refusedNames }: ReadModelSets,
  journal: Journal,
  snapshot: number,
  now: number,
): Promise<void> {
  const isShown = !refusedNames.some((table) => HISTORY_TABLES.has(table));
  if (isShown && (await isOfThisJournal(storedViews, journal)))
    await liveViews.seedHistory(storedHistory(storedViews), now);
  if (liveViews.position >= snapshot) return;
  for await (const stored of journal.read(liveViews.position + 1)) {
    if (stored.position > snapshot) return;
    liveViews.fold([stored.batch]);
  }
}

async function isOfThisJournal(storedViews: ViewsDatabase, journal: Journal): Promise<boolean> {
  const { position, hash } = await readCheckpoint(storedViews);
  if (position < 0 || position > journal.head().position) return false;
  for await (const stored of journal.read(position)) return stored.position === position && stored.hash === hash;
  return false;
}
