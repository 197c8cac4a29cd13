/**
 * `npm run journal:archive`: compresses closed segments of the embedded journal, and moves them to `JOURNAL_ARCHIVE` where
 * that is set. It takes what is sealed and lies before the oldest snapshot kept, so that no start reads it; it may run
 * beside the server, which reads such segments where it needs them.
 */
import { journalConfig, snapshotDirectoryOf } from '../compose';
import { snapshotNames } from '../engine/snapshot-files';
import { archiveSegments } from '../journal/embedded/segments/archive';
import { nodeFiles } from '../journal/embedded/files';
import { loadConfig, type Config } from '../platform/config/config';

export function archiveJournal(config: Config, say: (line: string) => void): void {
  const journal = journalConfig(config);
  if (journal.kind !== 'embedded') throw new Error('EventStoreDB keeps its own files: there is nothing to archive');
  const place = { dir: journal.directory, archive: journal.archive };
  // The older one is what a start falls back to when the newer one cannot be read.
  const covered = Number(snapshotNames(snapshotDirectoryOf(config)).at(-1)?.slice(0, 16) ?? 0);
  let count = 0;
  for (const { to, length, packedLength } of archiveSegments(nodeFiles, place, covered)) {
    count++;
    say(`${to}: ${length} bytes in ${packedLength}`);
  }
  say(count === 0 ? 'nothing to archive: no sealed segment lies wholly before the snapshots' : `${count} segments`);
}

if (require.main === module) {
  try {
    archiveJournal(loadConfig({ ...process.env, DEMO: 'off' }), (line) => process.stdout.write(`${line}\n`));
  } catch (error) {
    process.stderr.write(`journal:archive: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
