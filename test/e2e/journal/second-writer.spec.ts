/**
 * A writer is suspended while writing, declared dead by another machine on the same volume, and wakes up. This process
 * with another boot id plays the other machine; the first writer is a suspended child process.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import Libsql from 'libsql';
import { rebuildProjections } from '../../../server/cli/projections-rebuild';
import { composeExchange, CORE_NAME } from '../../../server/compose';
import { encodeBody } from '../../../server/products/core';
import { openEmbeddedJournal, type EmbeddedJournal } from '../../../server/journal/embedded/embedded-journal';
import { thisProcess } from '../../../server/journal/embedded/lock';
import { journalDirectory } from '../../../server/journal/source';
import { loadConfig } from '../../../server/platform/config/config';
import { all } from '../../conformance/journal/suite';
import { logInStranger, prepareData } from '../../tools/samples/prepared-data';
import { batchOfHardText, draft, sampleBatches } from '../../tools/samples/sample-batches';
import { ServerProcess } from '../../tools/server-process';

let directory: string;
beforeEach(() => (directory = mkdtempSync(path.join(tmpdir(), 'second-writer-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function openElsewhere(dir: string): Promise<EmbeddedJournal> {
  const self = { ...thisProcess(), boot: 'f'.repeat(32) };
  return openEmbeddedJournal({ dir, core: CORE_NAME, lock: { self, watchMs: 500 } });
}

async function appendElsewhere(journal: EmbeddedJournal, count: number): Promise<void> {
  for (let time = 0; time < count; time++) {
    const { position } = journal.head();
    await journal.append(position, [draft(batchOfHardText(position + 1))]);
  }
}

/** The stored batches, read without prior knowledge: a broken chain would fail here. */
async function stored(dir: string): Promise<[position: number, hash: string][]> {
  const journal = await openEmbeddedJournal({ dir, core: CORE_NAME });
  const batches = await all(journal.read(0));
  await journal.close();
  return batches.map(({ position, hash }) => [position, hash]);
}

const MORE_THAN_IT_STORES = 20_000;

/** Stores batches one by one and prints each result until it is refused. */
const WRITER = `
  const { openEmbeddedJournal } = require('./server/journal/embedded/embedded-journal.js');
  const { decodeBatch } = require('./server/products/core.js');
  const [dir, core, file] = process.argv.slice(1);
  const bodies = require('node:fs').readFileSync(file, 'utf8').split('\\n');
  // A slow reader may leave the pipe full: retry on EAGAIN.
  const say = (line) => {
    for (let left = Buffer.from(line + '\\n'); left.length > 0;) {
      try {
        left = left.subarray(require('node:fs').writeSync(1, left));
      } catch (error) {
        if (error.code !== 'EAGAIN') throw error;
      }
    }
  };
  (async () => {
    const journal = await openEmbeddedJournal({ dir, core, onLost: () => say('lost') });
    for (const body of bodies) {
      const { batch } = decodeBatch(body + ',"prev":"' + '0'.repeat(64) + '"}');
      const { position, hash } = await journal.append(journal.head().position, [{ batch, body }]);
      say('stored ' + position + ' ' + hash);
    }
  })().catch(({ fault, message }) => {
    say('refused ' + fault + ' ' + message);
    process.exit(1);
  });
`;

describe('a writer between groups', () => {
  let child: ChildProcess;
  let lines: Interface;
  const answered: [number, string][] = [];
  let refused = '';
  let onAnswer: () => void = () => undefined;

  beforeEach(() => {
    answered.length = 0;
    refused = '';
    const file = path.join(directory, 'bodies');
    writeFileSync(file, sampleBatches(MORE_THAN_IT_STORES).map(encodeBody).join('\n'));
    child = spawn(process.execPath, ['-e', WRITER, path.join(directory, 'journal'), CORE_NAME, file], {
      cwd: path.resolve(__dirname, '../../../dist'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    lines.on('line', (line) => {
      const [is, position, hash] = line.split(' ');
      if (is === 'stored') answered.push([Number(position), hash]);
      if (is === 'refused') refused = line;
      onAnswer();
    });
  });
  afterEach(() => {
    child.kill('SIGKILL');
  });

  async function hears(count: number): Promise<void> {
    while (answered.length < count) await new Promise<void>((resolve) => (onAnswer = resolve));
  }

  test.each([1, 10, 50])('suspended after %d results, it writes nothing after waking up', async (count) => {
    const dir = path.join(directory, 'journal');
    await hears(count);
    child.kill('SIGSTOP');
    const other = await openElsewhere(dir);
    const taken = other.head();
    await appendElsewhere(other, 10);
    const closed = new Promise((resolve) => lines.once('close', resolve));
    child.kill('SIGCONT');
    await closed;
    expect(refused).toMatch(/^refused (conflict|broken) .*journal\..*\.lock is gone/);
    await appendElsewhere(other, 10);
    const { position } = other.head();
    await other.close();

    const found = await stored(dir);
    // Every acknowledged batch of the first writer is kept, including results received after the suspension.
    expect(found).toEqual(expect.arrayContaining(answered));
    expect(answered.at(-1)?.[0]).toBeLessThanOrEqual(taken.position);
    expect(found.filter(([at]) => at > taken.position)).toHaveLength(20);
    expect(found.at(-1)?.[0]).toBe(position);
  });
});

test('a server with a pending command exits with 1 and reports the reason', async () => {
  const dir = journalDirectory(directory);
  await prepareData({ DATA_DIR: directory });
  const server = await ServerProcess.start({ DATA_DIR: directory });
  try {
    server.signal('SIGSTOP');
    const other = await openElsewhere(dir);
    const { position: before } = other.head();
    await appendElsewhere(other, 3);
    const answer = logInStranger(server.url).then(
      async (response) => ((await response.json()) as { code: string }).code,
      () => 'none',
    );
    server.signal('SIGCONT');
    expect(await server.ended).toBe(1);
    await server.says('another writer has taken over');
    expect(await answer).not.toBe('success');
    const head = other.head();
    await other.close();
    const found = await stored(dir);
    expect(head.position).toBe(before + 3);
    expect(found.at(-1)).toEqual([head.position, head.hash]);
  } finally {
    await server.destroy();
  }
});

test('a server that finds the journal locked has changed nothing in the databases', async () => {
  const first = await openElsewhere(journalDirectory(directory));
  const config = loadConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent' });
  try {
    const before = filesIn(directory);
    await expect(composeExchange(config)).rejects.toThrow(/in use|taken|lock/);
    await expect(rebuildProjections(config, () => undefined)).rejects.toThrow(/in use|taken|lock/);
    expect(filesIn(directory)).toEqual(before);
    // A database of an earlier version without today's tables, still in use by it.
    const old = new Libsql(path.join(directory, 'exchange.sqlite'));
    old.exec('create table followers (name text primary key, position integer not null)');
    await expect(composeExchange(config)).rejects.toThrow(/in use|taken|lock/);
    expect(old.prepare('select name from sqlite_master where type = ?').all('table')).toEqual([{ name: 'followers' }]);
    old.close();
  } finally {
    await first.close();
  }
});

function filesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.includes('sqlite'));
}
