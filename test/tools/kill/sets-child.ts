/** A process with an exchange's read models that kills itself at a step of the switch to its own set. */
import { setImmediate } from 'node:timers/promises';
import { journalDirectory, openJournal } from '../../../server/journal/source';
import type { DatabaseConfig } from '../../../server/platform/database/database';
import { openReadModels } from '../../../server/views/stored/sets/read-model-sets';
import { setsIn } from '../../../server/views/stored/sets/sets';

export interface SetsChild {
  config: DatabaseConfig;
  core: string;
  /** Part of the log line at which it ends; `start` and `building` have none. */
  at: string;
}

async function run({ config, core, at }: SetsChild): Promise<void> {
  const die = (): void => void process.kill(process.pid, 'SIGKILL');
  const directory = journalDirectory(config.dataDir);
  const { journal, followerSource } = await openJournal({
    kind: 'embedded',
    directory,
    archive: undefined,
    core,
    hashesFrom: 0,
  });
  if (at === 'start') die();
  const sets = await openReadModels(config, (line) => {
    if (line.includes(at)) die();
  });
  await sets.start(
    followerSource,
    journal.head().position,
    () => undefined,
    () => Promise.resolve(),
  );
  while (at === 'building') {
    if ((await setsIn(config)).some(({ isOwn, position }) => isOwn && position >= 0)) die();
    // SQLite answers in the same turn, so building the set would get no turn otherwise.
    await setImmediate();
  }
  // Runs until a log line ends it.
  setInterval(() => journal.head(), 1_000);
}

void run(JSON.parse(process.argv[2]) as SetsChild);
