/**
 * `npm run journal:import -- <file>`: writes an export, plain or `.gz`, into an empty journal: the same batches with
 * the same hashes, in either store. The whole export is verified before the first batch is written.
 */
import { openExport, chunksOf } from '../audit/source';
import { journalConfig } from '../compose';
import type { DraftBatch, JournalHead, StoredText } from '../journal/port';
import { openJournal, type JournalConfig } from '../journal/source';
import { readBatch } from '../journal/upcast';
import { loadConfig } from '../platform/config/config';
import { usageOf } from './programs';
import { progressOf } from './progress';

export async function importJournal(
  config: JournalConfig,
  file: string,
  log: (line: string) => void,
): Promise<JournalHead> {
  const progress = progressOf(log);
  const exported = await openExport(file, config.core, (position) => progress(() => `${position + 1} events verified`));
  const { head, opening } = exported;
  if (opening.position >= 0)
    throw new Error(`${file} begins behind position ${opening.position}, not with the first batch`);
  const { journal } = await openJournal(config);
  try {
    const { position } = journal.head();
    if (position >= 0) throw new Error(`the journal is not empty: it ends at position ${position}`);
    for await (const chunk of chunksOf(exported.readStored(0))) {
      if (chunk.length > 0) await journal.append(journal.head().position, chunk.map(draftOf));
      progress(() => `${journal.head().position + 1} of ${head.position + 1} events written`);
    }
    const { hash } = journal.head();
    if (hash !== head.hash) throw new Error(`the journal ends with hash ${hash}, the export with ${head.hash}`);
    return head;
  } finally {
    await journal.close();
  }
}

/** The stored text without its link, which the journal adds again. */
function draftOf({ text, prev }: StoredText): DraftBatch {
  return { batch: readBatch(text).batch, body: text.slice(0, -`,"prev":"${prev}"}`.length) };
}

async function main(): Promise<void> {
  const [file, ...others] = process.argv.slice(2);
  if (!file || others.length > 0) throw new Error(usageOf('journal:import'));
  const config = journalConfig(loadConfig({ ...process.env, DEMO: 'off' }));
  const { position, hash } = await importJournal(config, file, (line) => process.stderr.write(`${line}\n`));
  process.stdout.write(`${config.core}: ${position + 1} events, head ${hash} at position ${position}\n`);
}

if (require.main === module) {
  main().catch((error: Error) => {
    process.stderr.write(`journal:import: ${error.message}\n`);
    process.exitCode = 1;
  });
}
