/**
 * `npm run journal:verify`, `journal:export` and `journal:archive` as an operator runs them, beside the running writer.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CORE_NAME, journalConfig } from '../../../server/compose';
import { encodeBody } from '../../../server/products/core';
import { exportJournal } from '../../../server/cli/journal-export';
import { verifyJournal } from '../../../server/cli/journal-verify';
import { openEmbeddedJournal, type EmbeddedJournal } from '../../../server/journal/embedded/embedded-journal';
import { nodeFiles } from '../../../server/journal/embedded/files';
import { SegmentKeeper } from '../../../server/journal/embedded/segments/segment-keeper';
import { openEventStoreJournal } from '../../../server/journal/eventstore/eventstore-journal';
import { exportLine, genesis, seal } from '../../../server/journal/seal';
import { journalDirectory } from '../../../server/journal/source';
import { loadConfig } from '../../../server/platform/config/config';
import { appendAll } from '../../conformance/journal/suite';
import { EventStoreServer } from '../../tools/stores/eventstore-server';
import { groupsOf, sampleBatches } from '../../tools/samples/sample-batches';

const ROOT = path.resolve(__dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const BATCHES = sampleBatches(60);
const EVENTS = BATCHES.reduce((sum, { events }) => sum + events.length, 0);

let directory: string;
let journal: EmbeddedJournal;
let head: { position: number; hash: string };
let lines: string[];
beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'journal-cli-'));
  journal = await openEmbeddedJournal({ dir: journalDirectory(directory), core: CORE_NAME, segmentBytes: 5_000 });
  head = await appendAll(journal, groupsOf(BATCHES, 3));
  lines = linesOf();
});
afterEach(async () => {
  await journal.close();
  rmSync(directory, { recursive: true, force: true });
});

/** The export expected from either store. */
function linesOf(): string[] {
  let prev = genesis(CORE_NAME);
  return BATCHES.map((batch) => {
    const sealed = seal(prev, encodeBody(batch));
    prev = sealed.hash;
    return exportLine(sealed.hash, sealed.bytes);
  });
}

interface Ended {
  code: number | null;
  output: string;
  errors: string;
}

function run(script: string, parameters: string[], env: Record<string, string> = {}): Promise<Ended> {
  const [, file] = scripts[script].split(' ');
  const child = spawn(process.execPath, [path.join(ROOT, file), ...parameters], {
    cwd: directory,
    env: { PATH: process.env['PATH'], DATA_DIR: directory, ...env },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output, errors })));
}

function segments(): string[] {
  return readdirSync(journalDirectory(directory)).filter((name) => name.endsWith('.jsonl'));
}

function sealAll(): number {
  const keeper = new SegmentKeeper(nodeFiles, { dir: journalDirectory(directory) }, CORE_NAME);
  return [...keeper.work()].length;
}

const ignored = (): void => undefined;
const config = (env: Record<string, string> = {}) => journalConfig(loadConfig({ DATA_DIR: directory, ...env }));

test('verify reports its result beside the writing process', async () => {
  const seals = sealAll();
  expect(seals).toBeGreaterThan(3);
  expect(await run('journal:verify', [])).toEqual({
    code: 0,
    errors: '',
    output: `exchange: ${EVENTS} events in 60 batches, ${seals} seals, head ${head.hash} at position ${head.position}\n`,
  });
});

test('verify exits with 1 and names the first mismatch', async () => {
  const file = path.join(journalDirectory(directory), segments()[2]);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"amount":"', '"amount":"1'));
  const { code, output, errors } = await run('journal:verify', []);
  expect({ code, output }).toEqual({ code: 1, output: '' });
  expect(errors).toMatch(new RegExp(`^journal:verify: .*${segments()[2]} at byte \\d+: its hash does not fit\n$`));
});

test('a journal with an unfinished tail is verified up to its last complete group', async () => {
  const last = path.join(journalDirectory(directory), segments().at(-1)!);
  writeFileSync(last, '{"hash":"12', { flag: 'a' });
  expect(await verifyJournal(config(), ignored)).toEqual({ head, batches: 60, seals: 0, rest: 11 });
});

test('gaps between positions are detected even if every hash is right', async () => {
  const data = mkdtempSync(path.join(directory, 'other-'));
  mkdirSync(journalDirectory(data));
  const gap = [BATCHES[0], { ...BATCHES[1], first: BATCHES[1].first + 1 }];
  let hash = genesis(CORE_NAME);
  const stored = gap.map((batch, index) => {
    const sealed = seal(hash, encodeBody(batch));
    hash = sealed.hash;
    return `{"hash":"${hash}","group":${index + 1},"place":0,"count":1,"batch":${sealed.bytes}}\n`;
  });
  writeFileSync(path.join(journalDirectory(data), `${'0'.repeat(20)}.jsonl`), stored.join(''));
  await expect(verifyJournal(config({ DATA_DIR: data }), ignored)).rejects.toThrow(
    `line 2, after position ${BATCHES[0].events.length - 1}: the batch begins at position ${BATCHES[1].first + 1}`,
  );
});

test('export writes the lines to standard output, or to a file that appears only once complete', async () => {
  const file = path.join(directory, 'export.jsonl');
  const { code, output, errors } = await run('journal:export', ['-']);
  expect(output).toBe(`${lines.join('\n')}\n`);
  expect(code).toBe(0);
  expect(errors).toMatch(/^60 batches up to position \d+ in [\d.]+ s\n$/);
  await exportJournal(config(), file, 0, ignored);
  expect(readFileSync(file, 'utf8')).toBe(output);
  await expect(exportJournal(config(), file, 0, ignored)).rejects.toThrow(`${file} exists`);
  await exportJournal(config(), `${file}.2`, BATCHES[40].first, ignored);
  expect(readFileSync(`${file}.2`, 'utf8')).toBe(`${lines.slice(40).join('\n')}\n`);
  expect(await run('journal:export', [])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('usage:') as string,
  });
});

test('closed segments are compressed and moved, and verify and export read them from there', async () => {
  const seals = sealAll();
  const closed = segments().slice(0, -2);
  const archive = path.join(directory, 'cold');
  mkdirSync(path.join(directory, 'snapshots'));
  expect((await run('journal:archive', [])).output).toMatch(/^nothing to archive/);
  writeFileSync(path.join(directory, 'snapshots', `${String(head.position).padStart(16, '0')}.jsonl`), '');
  const texts = closed.map((name) => readFileSync(path.join(journalDirectory(directory), name), 'utf8'));
  const { code, output } = await run('journal:archive', [], { JOURNAL_ARCHIVE: archive });
  expect({ code, last: output.trim().split('\n').at(-1) }).toEqual({ code: 0, last: `${closed.length} segments` });
  expect(readdirSync(archive)).toEqual(closed.map((name) => `${name}.gz`));
  expect(closed.map((name) => gunzipSync(readFileSync(path.join(archive, `${name}.gz`))).toString())).toEqual(texts);
  expect(segments()).toHaveLength(2);

  expect(await verifyJournal(config({ JOURNAL_ARCHIVE: archive }), ignored)).toMatchObject({
    head,
    batches: 60,
    seals,
  });
  const file = path.join(directory, 'export.jsonl');
  await exportJournal(config({ JOURNAL_ARCHIVE: archive }), file, 0, ignored);
  expect(readFileSync(file, 'utf8')).toBe(`${lines.join('\n')}\n`);
  const without = await run('journal:verify', []);
  expect(without.code).toBe(1);
  expect(without.errors).toContain(`${closed[0]} was moved away`);
});

test('the same history in EventStoreDB verifies to the same head and exports the same bytes', async () => {
  const store = await EventStoreServer.start();
  try {
    const { url } = store;
    const remote = await openEventStoreJournal({ url, core: CORE_NAME });
    for (const group of groupsOf(BATCHES, 7)) await remote.append(remote.head().position, group);
    await remote.close();
    const { code, output } = await run('journal:verify', [], { JOURNAL_URL: url });
    expect(output).toBe(
      `exchange: ${EVENTS} events in 60 batches, 0 seals, head ${head.hash} at position ${head.position}\n`,
    );
    expect(code).toBe(0);
    const file = path.join(directory, 'export.jsonl');
    await exportJournal(config({ JOURNAL_URL: url }), file, 0, ignored);
    expect(readFileSync(file, 'utf8')).toBe(`${lines.join('\n')}\n`);
    expect((await run('journal:archive', [], { JOURNAL_URL: url })).code).toBe(1);
  } finally {
    store.stop();
  }
});
