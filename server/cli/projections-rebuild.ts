/**
 * `npm run projections:rebuild`: rebuilds the read models from the journal, from the first event on. The embedded
 * journal is opened like by a server, so this fails while one runs. It also fails for a journal that a server would
 * reject, because the deleted read models would be the witnesses against it. With EventStoreDB nothing shows whether a
 * projector runs elsewhere: stop it first. If one writes anyway, the two conflict at the checkpoint and one gives up.
 */
import { loadConfig, type Config } from '../platform/config/config';
import { journalConfig, snapshotDirectoryOf } from '../compose';
import type { Journal } from '../journal/port';
import { awaitStore } from '../start/awaited-store';
import { openAgreedJournal, witnessesOf } from '../start/witnesses';
import { rebuildViews } from '../views/stored/projecting/follow';
import { chooseSet, setsIn } from '../views/stored/sets/sets';
import { MODELS } from '../views/stored/tables';
import { openModel, type ReadModels } from '../views/stored/views-database';

const PROGRESS_MS = 1_000;

export async function rebuildProjections(config: Config, log: (line: string) => void): Promise<void> {
  await awaitStore(config, log);
  const witnesses = await witnessesOf(config, snapshotDirectoryOf(config));
  const { journal } = await openAgreedJournal(journalConfig(config), witnesses, config, { onWaiting: log });
  try {
    const { ownSet } = chooseSet(await setsIn(config));
    for (const name of MODELS) {
      const model = await openModel({ ...config, set: ownSet }, name);
      try {
        await rebuild(model, journal, log);
      } finally {
        await model.close();
      }
    }
  } finally {
    await journal.close();
  }
}

async function rebuild(model: ReadModels, journal: Journal, log: (line: string) => void): Promise<void> {
  const head = journal.head().position;
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1);
  let lastPrintedAt = startedAt;
  const modelLabel = model.name === 'views' ? 'read models' : model.name;
  log(`making the ${modelLabel} anew from ${head + 1} events`);
  await rebuildViews(model, journal, ({ position }) => {
    if (performance.now() - lastPrintedAt < PROGRESS_MS) return;
    lastPrintedAt = performance.now();
    log(`${modelLabel}: ${position + 1} of ${head + 1} events, ${seconds()} s`);
  });
  log(`${modelLabel} done: ${head + 1} events in ${seconds()} s`);
}

if (require.main === module) {
  rebuildProjections(loadConfig(process.env), (line) => process.stdout.write(`${line}\n`)).catch((error: Error) => {
    process.stderr.write(`projections:rebuild: ${error.message}\n`);
    process.exitCode = 1;
  });
}
