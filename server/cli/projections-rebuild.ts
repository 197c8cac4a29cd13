/**
 * `npm run projections:rebuild`: makes the read models anew from the journal, from the first event on. The embedded
 * journal is opened as a server would open it, so this refuses while one runs. With EventStoreDB nothing tells whether a
 * projector runs elsewhere: stop it; should one write all the same, the two meet at the checkpoint and one gives up.
 */
import { loadConfig, type Config } from '../platform/config/config';
import { journalConfig } from '../compose';
import { openJournal } from '../journal/source';
import { rebuildViews } from '../views/stored/follow';
import { openViews } from '../views/stored/views-database';

const PROGRESS_MS = 1_000;

export async function rebuildProjections(config: Config, say: (line: string) => void): Promise<void> {
  const { journal } = await openJournal(journalConfig(config));
  try {
    const views = await openViews(config);
    try {
      const head = journal.head().position;
      const startedAt = performance.now();
      const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1);
      let saidAt = startedAt;
      say(`making the read models anew from ${head + 1} events`);
      await rebuildViews(views, journal, ({ position }) => {
        if (performance.now() - saidAt < PROGRESS_MS) return;
        saidAt = performance.now();
        say(`${position + 1} of ${head + 1} events, ${seconds()} s`);
      });
      say(`done: ${head + 1} events in ${seconds()} s`);
    } finally {
      await views.close();
    }
  } finally {
    await journal.close();
  }
}

if (require.main === module) {
  rebuildProjections(loadConfig(process.env), (line) => process.stdout.write(`${line}\n`)).catch((error: Error) => {
    process.stderr.write(`projections:rebuild: ${error.message}\n`);
    process.exitCode = 1;
  });
}
