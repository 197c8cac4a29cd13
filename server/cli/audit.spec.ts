import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { appendFileSync, cpSync, readdirSync } from 'node:fs';
import Libsql from 'libsql';
import { STATE_FORM } from '../core/snapshot/canonical-state';
import { EXCHANGE_CORE, encodeBody } from '../products/core';
import { stateHash } from '../engine/state-hash';
import { writeSnapshot } from '../engine/snapshot-files';
import { loadConfig } from '../platform/config/config';
import { ALICE, buy, asUser, Exchange, LISTINGS, sell } from '../../test/tools/fixtures/core-fixture';
import { openJournal } from '../journal/source';
import { journalConfig } from '../compose';
import { audit } from './audit';
import { UsageError } from './audit/input';
import { progressOf } from './progress';
import { rebuildProjections } from './projections-rebuild';
import { openPath, type AuditedJournal } from '../audit/source';
import { replayJournal } from '../audit/replay';
import type { ModelName } from '../views/stored/tables';
import { modelFile } from '../../test/tools/samples/model-file';

const root = path.resolve(__dirname, '../..');
const sample = path.join(root, 'test/samples/certificate.json');
const directory = mkdtempSync(path.join(tmpdir(), 'audit-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Runs the built command. */
function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'dist/server/cli/audit.js'), ...args],
    {
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
}
function forged(change: (text: string) => string): string {
  const file = path.join(directory, 'forged.json');
  writeFileSync(file, change(readFileSync(sample, 'utf8')));
  return file;
}

/** In this process: the answer, the output and the exit status. */
async function asked(...parameters: string[]) {
  const answer: string[] = [];
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  try {
    const status = await audit(parameters, { print: (line) => answer.push(line), log: say, progress: progressOf(say) });
    return { status, answer, error: '' };
  } catch (error) {
    return { status: error instanceof UsageError ? 2 : 1, answer, error: (error as Error).message };
  }
}

it('prints the claims of a certificate', async () => {
  const { status, answer } = await asked('certificate', sample);
  expect(status).toBe(0);
  expect(answer[0]).toMatch(/^bought {3}BTC-USDT up, 60 s, stake \d+ units of USDT, by account \d+ at /);
  expect(answer.filter((line) => line.startsWith('batch'))).toHaveLength(8);
  expect(answer.at(-1)).toMatch(/^PROVED\. /);
});

it('exits with 0 if proved, 1 if rejected with the first reason, 2 for unreadable input', async () => {
  expect(run('certificate', sample)).toMatchObject({ status: 0, stderr: '' });
  const changed = run(
    'certificate',
    forged((text) => text.replace('"stake":"', '"stake":"9')),
  );
  expect(changed).toMatchObject({ status: 1 });
  expect(changed.stdout).toBe('REFUSED: what it says is not what its batches say (says)\n');
  const half = forged((text) => text.slice(0, -40));
  expect(await asked('certificate', half)).toEqual({
    ...{ status: 1, answer: ['REFUSED: is no certificate of this form'], error: '' },
  });
  expect(run('certificate', path.join(directory, 'nowhere'))).toMatchObject({ status: 2, stdout: '' });
  for (const args of [['certificate'], ['certificate', sample, sample], ['certificate', sample, '--at', '1']])
    expect(await asked(...args)).toMatchObject({ status: 2, error: 'usage: npm run -s audit -- certificate <file>' });
  for (const args of [[], ['other', sample], ['certificate', sample, '--nothing']])
    expect((await asked(...args)).status).toBe(2);
});

describe('of a journal', () => {
  const data = path.join(directory, 'data');
  const exported = path.join(directory, 'export.jsonl');
  let journal: AuditedJournal;

  /** A copy of the data directory, to be damaged. */
  function copy(name: string): string {
    const made = path.join(directory, name);
    cpSync(data, made, { recursive: true });
    return made;
  }
  const segmentOf = (dataDir: string): string => path.join(dataDir, 'journal', `${'0'.repeat(20)}.jsonl`);

  beforeAll(async () => {
    const exchange = new Exchange();
    for (const step of LISTINGS) exchange.take(step);
    for (let trade = 0; trade < 30; trade++) {
      exchange.take(asUser(ALICE, sell(100, 1)));
      exchange.take(buy(100, 1));
    }
    const opened = await openJournal(journalConfig(loadConfig({ DATA_DIR: data, DEMO: 'off' })));
    let { position } = opened.journal.head();
    for (const batch of exchange.batches)
      ({ position } = await opened.journal.append(position, [{ batch, body: encodeBody(batch) }]));
    await opened.journal.close();
    journal = await openPath(data, 'exchange');
    await asked('export', exported, '--in', data);
  });

  it('verifies it in a data directory and as an export', async () => {
    const { head } = journal;
    const chain = `chain      from position 0 to ${head.position}, head ${head.hash}, 0 seals`;
    expect(await asked('verify', '--in', data)).toEqual({ status: 0, answer: [chain, 'snapshots  0'], error: '' });
    expect(await asked('verify', '--in', exported)).toEqual({ status: 0, answer: [chain], error: '' });
    expect(await asked('verify', '--in', path.join(directory, 'nowhere'))).toMatchObject({ status: 1 });
    appendFileSync(segmentOf(copy('torn')), '{"hash":"12');
    expect((await asked('verify', '--in', path.join(directory, 'torn'))).answer[1]).toBe(
      'behind it  11 bytes that are no whole group: on their way, or left by a crash',
    );
  });

  it('names the place of a change in either form', async () => {
    const spoilt = copy('spoilt');
    writeFileSync(segmentOf(spoilt), readFileSync(segmentOf(spoilt), 'utf8').replace('"amount":"', '"amount":"1'));
    expect(await asked('verify', '--in', spoilt)).toMatchObject({
      ...{ status: 1, answer: [], error: expect.stringMatching(/jsonl at byte \d+: its hash does not fit/) },
    });
    const text = readFileSync(exported, 'utf8');
    writeFileSync(exported.replace('.jsonl', '-spoilt.jsonl'), text.replace('"amount":"', '"amount":"1'));
    expect(await asked('balance', 'house', '--in', exported.replace('.jsonl', '-spoilt.jsonl'))).toMatchObject({
      ...{
        status: 1,
        answer: [],
        error: expect.stringMatching(/^line \d+, after position \d+: the hash does not fit/),
      },
    });
  });

  it('compares snapshots with their seals and with the journal', async () => {
    const { state } = await replayJournal(journal, null);
    const snapshots = (dataDir: string): string => path.join(dataDir, 'snapshots');
    const good = copy('good');
    writeSnapshot(snapshots(good), state, journal.head.hash);
    expect((await asked('verify', '--in', good)).answer.at(-1)).toBe('snapshots  1');
    const other = copy('other');
    writeSnapshot(snapshots(other), state, '0'.repeat(64));
    expect((await asked('verify', '--in', other)).error).toMatch(
      /^snapshot \d+\.jsonl follows the batch 0+ at position/,
    );
    const [name] = readdirSync(snapshots(good));
    const file = path.join(snapshots(good), name);
    const bytes = readFileSync(file);
    for (let at = 0; at < bytes.length; at += 97) {
      const changed = Buffer.from(bytes);
      changed[at] ^= 1;
      writeFileSync(file, changed);
      expect((await asked('verify', '--in', good)).error).toMatch(/^snapshot /);
    }
  });

  it('replays it to the server’s state at any position', async () => {
    const { state, position } = await replayJournal(journal, null);
    const hash = stateHash(state);
    expect(EXCHANGE_CORE.restoreState(EXCHANGE_CORE.canonicalLines(state)).position).toBe(position);
    expect(await asked('replay', '--in', exported)).toEqual({
      ...{
        status: 0,
        error: '',
        answer: [`position ${position}, ${position + 1} events, state ${hash} of form ${STATE_FORM}`],
      },
    });
    expect((await asked('replay', '--in', exported, '--at', '3')).answer[0]).toMatch(/^position 3, 4 events, state /);
    expect((await asked('replay', '--in', exported, '--at', 'soon')).status).toBe(2);
  });

  it('prints balances, statements that reconcile and a trial balance of zero', async () => {
    const { answer } = await asked('balance', '10000001', '--in', exported);
    expect(answer.length).toBeGreaterThan(1);
    expect(answer.every((line) => /^ *\d+(\.\d+)? {2}10000001\/spot\/\w+\/\w+$/.test(line))).toBe(true);
    expect((await asked('balance', '1000000', '--in', exported)).error).toMatch(/names 1000000$/);
    const statement = await asked('balance', '10000001/spot/USDT/available', '--in', exported, '--from', '0');
    const figures = (kind: string): number[] =>
      statement.answer.filter((line) => line.startsWith(kind)).map((line) => Number(line.split(/ +/)[1]));
    const changes = statement.answer
      .filter((line) => /^ *\d/.test(line))
      .map((line) => Number(line.trim().split(/ +/)[2]));
    expect(changes.length).toBeGreaterThan(5);
    const [closing] = figures('closing');
    expect(changes.reduce((sum, change) => sum + change, 0)).toBeCloseTo(closing, 6);
    expect(answer).toContainEqual(`${String(closing).padStart(30)}  10000001/spot/USDT/available`);
    const trial = await asked('trial-balance', '--in', exported);
    expect(trial.status).toBe(0);
    expect(trial.answer.filter((line) => / 0 {2}users \+ house \+ custody$/.test(line)).length).toBeGreaterThan(1);
  });

  it('follows an order from the first to the last event', async () => {
    const { status, answer } = await asked('order', '1', '--in', exported);
    expect(status).toBe(0);
    expect(answer[0]).toMatch(/^ +\d+ {2}\S+Z {2}user\/10000001 {2}PlaceOrder: OrderPlaced \{"order":1,/);
    expect(answer.some((line) => line.includes(': TradeExecuted '))).toBe(true);
    expect(await asked('order', '999999', '--in', exported)).toMatchObject({
      status: 1,
      error: 'the journal knows no order 999999',
    });
    expect((await asked('withdrawal', '0', '--in', exported)).status).toBe(2);
  });

  it('makes evidence of a period or a case and checks it', async () => {
    const file = path.join(directory, 'order.zip');
    const { status, answer } = await asked('bundle', file, 'order', '1', '--in', data);
    expect({ status, answer }).toEqual({
      ...{ status: 0, answer: [expect.stringMatching(/order\.zip: \d+ batches about order 1, positions 0 to \d+$/)] },
    });
    expect((await asked('verify-bundle', file)).answer).toEqual([
      expect.stringMatching(/^PROVED: \d+ events in \d+ batches about order 1, /),
      'nothing in it is signed',
      expect.stringMatching(/^not signed: position \d+, [0-9a-f]{64}/),
    ]);
    const period = path.join(directory, 'period.zip');
    expect((await asked('bundle', period, '--in', exported, '--at', '40')).status).toBe(0);
    expect((await asked('verify-bundle', period)).answer[1]).toMatch(
      /^replayed to the state [0-9a-f]{64} of form \d+$/,
    );
    const bytes = readFileSync(period);
    bytes[900] ^= 1;
    writeFileSync(period, bytes);
    expect(await asked('verify-bundle', period)).toMatchObject({
      ...{ status: 1, answer: ['REFUSED: is not what was packed (journal/000001.jsonl)'] },
    });
    expect(await asked('bundle', file, '--in', data)).toMatchObject({ status: 2, error: `${file} exists` });
    const other = path.join(directory, 'other.zip');
    expect((await asked('bundle', other, 'house', '1', '--in', data)).status).toBe(2);
    expect((await asked('bundle', other, 'order', '--in', data)).status).toBe(2);
    expect((await asked('bundle', other, 'order', '99999', '--in', data)).error).toBe(
      'the journal knows nothing of it in that time',
    );
    expect(readdirSync(directory).filter((name) => name.startsWith('other.zip'))).toEqual([]);
    expect((await asked('verify-bundle', other)).status).toBe(2);
  });

  it('compares read models row by row', async () => {
    const compared = copy('compared');
    const config = loadConfig({ DATA_DIR: compared, DEMO: 'off' });
    await rebuildProjections(config, () => undefined);
    const env = { ...process.env };
    process.env['DATA_DIR'] = compared;
    try {
      const { status, answer, error } = await asked('diff');
      expect({ status, error }).toEqual({ status: 0, error: '' });
      expect(answer).toEqual([
        expect.stringMatching(
          /^views: \d\d\d+ rows are what the journal says at position \d+, 0 events behind its end$/,
        ),
        expect.stringMatching(/^records: \d\d\d+ rows are/),
      ]);
      const change = (model: ModelName, sql: string): void => {
        const database = new Libsql(modelFile(compared, model));
        database.exec(sql);
        database.close();
      };
      change(
        'records',
        'update ledger_records set available_after = available_after + 1 where event_position = (select max(event_position) from ledger_records)',
      );
      expect((await asked('diff')).error).toMatch(
        /^ledgerRecords \(.*eventPosition \d+.*\): availableAfter is \d+, by the journal \d+$/,
      );
      change('views', 'delete from trades where id = 3');
      expect((await asked('diff')).error).toMatch(/^trades \(market BTC-USDT, id 3\): it is missing$/);
      change('views', "update checkpoint set hash = 'other'");
      expect((await asked('diff')).error).toMatch(/^views are written to the batch other at position/);
    } finally {
      process.env['DATA_DIR'] = env['DATA_DIR'];
    }
  });
});
