/** Thread that answers one question of an auditor from the journal, behind everything else. It ends with it. */
import './behind-all';
import { closeSync, openSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { AuditScope } from '../../shared/rules/audit-scope';
import type { AskRequest, AuditAnswer } from '../../shared/wire/audit-journal';
import { OutsideError } from '../audit/bounds';
import { DriftError } from '../audit/diff';
import { LiabilitiesError } from '../audit/liabilities';
import { NothingError, TooLargeError } from '../audit/no-answer';
import { answerQuestion, type Facts } from '../audit/question';
import { SumsError } from '../../shared/proof/sums';
import { linesIn } from '../heads/head-files';
import { verifiedTexts } from '../journal/export';
import { genesis, ChainError } from '../journal/seal';
import { openStoredOf, type FollowerSource } from '../journal/source';
import { macWith } from '../platform/secrets/secrets';

export interface AuditWorkerData {
  source: FollowerSource;
  core: string;
  heads: string;
  programs: string;
  /** Beside the journal: snapshots, proofs of liabilities and read models. */
  dataDir: string;
  snapshots: string;
  databaseUrl?: string | undefined;
  /** By which the salts of leaves are made. */
  keyOfMacs: Uint8Array;
  request: AskRequest;
  /** What whoever asks may see. */
  scope: AuditScope;
  at: number;
  /** Where rows go, a line each, or a bundle. */
  rowsFile: string;
  bundleFile: string;
}

export type AuditWord =
  | { is: 'progress'; done: number; of: number }
  | { is: 'answer'; facts: Facts; rows: number }
  | { is: 'fault'; fault: Exclude<NonNullable<AuditAnswer['fault']>, 'ended'>; detail: string };

const OWNER_ALONE = 0o600;
const ROWS_MAX = 200_000;
const CHUNK_CHARS = 1 << 16;
const TOLD_EVERY_MS = 250;

const say = (word: AuditWord): void => parentPort?.postMessage(word);

async function run(): Promise<void> {
  const { source, core, heads, programs, request, scope, at, rowsFile, bundleFile } = workerData as AuditWorkerData;
  const { dataDir, snapshots, databaseUrl, keyOfMacs } = workerData as AuditWorkerData;
  let end = -1;
  const opened = async () => {
    const stored = await openStoredOf(source, core);
    end = stored.end.position;
    return {
      head: stored.end,
      opening: { position: -1, hash: genesis(core) },
      readStored: (from: number) => verifiedTexts(stored, core, from),
      close: () => stored.close(),
    };
  };
  const journal = await opened();
  const rows = new RowFile(rowsFile);
  let told = 0;
  try {
    const facts = await answerQuestion(journal, request, {
      row: (row) => rows.add(JSON.stringify(row)),
      scope,
      open: opened,
      beside: {
        ...{ core, dataDir, snapshots, database: { dataDir, databaseUrl } },
        mac: (text, context) => macWith(keyOfMacs, text, context),
      },
      bundle: { file: bundleFile, parts: { core, headLines: () => linesIn(heads), programs, at } },
      hear: (position) => {
        const now = performance.now();
        if (now - told < TOLD_EVERY_MS) return;
        told = now;
        say({ is: 'progress', done: position + 1, of: end + 1 });
      },
    });
    rows.close();
    say({ is: 'answer', facts, rows: rows.count });
  } finally {
    await journal.close();
  }
}

/** A line a row. */
class RowFile {
  count = 0;
  private text = '';
  private readonly file: number;

  constructor(name: string) {
    this.file = openSync(name, 'w', OWNER_ALONE);
  }

  add(line: string): void {
    if (++this.count > ROWS_MAX) throw new TooLargeError(`more than ${ROWS_MAX} rows`);
    this.text += `${line}\n`;
    if (this.text.length > CHUNK_CHARS) this.flush();
  }

  close(): void {
    this.flush();
    closeSync(this.file);
  }

  private flush(): void {
    const bytes = Buffer.from(this.text);
    for (let done = 0; done < bytes.length;) done += writeSync(this.file, bytes, done);
    this.text = '';
  }
}

const FAULTS = [
  [NothingError, 'nothing'],
  [TooLargeError, 'too_large'],
  [OutsideError, 'outside'],
  [ChainError, 'damaged'],
  [SumsError, 'damaged'],
  [DriftError, 'differs'],
  [LiabilitiesError, 'differs'],
] as const;

run().catch((error: Error) => {
  const found = FAULTS.find(([kind]) => error instanceof kind);
  if (!found) throw error;
  say({ is: 'fault', fault: found[1], detail: error.message });
});
