import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { BATCH_BYTES_MAX } from '../../../server/core/bounds';
import { openEmbeddedJournal, type EmbeddedOptions } from '../../../server/journal/embedded/embedded-journal';
import { nodeFiles } from '../../../server/journal/embedded/files';
import { JournalLimitError, type Journal } from '../../../server/journal/port';
import { CORE_NAME, journalConformance, type JournalHarness } from './suite';

journalConformance('the embedded adapter, with its writer thread', embedded({}));
journalConformance('the embedded adapter, written in the caller’s thread', embedded({ files: nodeFiles }));
journalConformance(
  'the embedded adapter, with a new segment for nearly every group',
  embedded({ segmentBytes: 2_000 }),
);

test("refuses a limit below the core's largest batch, with both figures", async () => {
  const opening = openEmbeddedJournal({ dir: '/journal', core: CORE_NAME, batchBytesMax: BATCH_BYTES_MAX - 1 });
  const error: unknown = await opening.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(JournalLimitError);
  expect(error).toMatchObject({
    limit: 524_287,
    needed: 524_288,
    message: 'a journal that takes batches of 524287 bytes is too small: 524288 are needed',
  });
});

function embedded(options: Partial<EmbeddedOptions>): JournalHarness {
  let dir = '';
  let journal: Journal | null = null;
  const start = async () => (journal = await openEmbeddedJournal({ dir, core: CORE_NAME, ...options }));
  return {
    open: () => {
      dir = fs.mkdtempSync(path.join(os.tmpdir(), 'journal-'));
      return start();
    },
    reopen: async () => {
      await journal?.close();
      return start();
    },
    close: async () => {
      await journal?.close();
      journal = null;
      fs.rmSync(dir, { recursive: true, force: true });
    },
  };
}
