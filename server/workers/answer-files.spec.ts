import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { scopeText, WHOLE_SCOPE } from '../../shared/rules/audit-scope';
import { AnswerFiles } from './answer-files';
import type { QueuedQuestion } from './audit-queue';

let folder: string;
let directory: string;
let told: string[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'exchange-answers-'));
  directory = path.join(folder, 'audits');
  told = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const opened = () => new AnswerFiles(directory, (message) => told.push(message));
const NONE = { questions: [], last: 0 };

function asked(question: string, fields: Partial<QueuedQuestion> = {}): QueuedQuestion {
  return {
    ...{ question, asked: { ask: 'trial' }, within: { ask: 'trial' }, scope: scopeText(WHOLE_SCOPE), state: 'done' },
    ...{ done: 10, of: 10, rows: 1, facts: { position: 9 }, fault: null, detail: null, readAt: 7, readTo: 9 },
    askers: [{ user: 10_000_003, at: 5 }],
    ...fields,
  };
}

/** Answers of one row each. */
async function keeping(...questions: QueuedQuestion[]): Promise<AnswerFiles> {
  const files = opened();
  files.load();
  for (const { question } of questions)
    writeFileSync(files.begin(question).rowsFile, `{"asset":"${question}"}\n`, { mode: 0o600 });
  await files.save({ questions, last: 12 });
  return files;
}

describe('answers', () => {
  it('survive a restart with their askers, readable by the process owner only', async () => {
    const kept = [asked('1'), asked('3', { scope: scopeText({ users: [10_000_003], personal: 0 }) })];
    await keeping(...kept);
    const files = opened();
    expect(files.load()).toEqual({ questions: kept.map((one) => ({ ...one, readTo: null })), last: 12 });
    expect(await files.rows('3', 0, 10)).toEqual({ records: [{ asset: '3' }], next: null });
    const modes = ['', 'index', '1', '3'].map((name) => statSync(path.join(directory, name)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600, 0o700, 0o700]);
    expect(told).toEqual([]);
  });

  it('that were open have ended', async () => {
    await keeping(asked('1', { state: 'working' }), asked('2', { state: 'waiting' }));
    const { questions } = opened().load();
    expect(questions.map(({ state, fault }) => [state, fault])).toEqual([
      ['failed', 'ended'],
      ['failed', 'ended'],
    ]);
    expect(readdirSync(directory)).toEqual(['index']);
  });

  it('that are incomplete or not in the index are removed, and others stay', async () => {
    await keeping(asked('1'), asked('2'), asked('3'), asked('4'));
    rmSync(path.join(directory, '1'), { recursive: true });
    truncateSync(path.join(directory, '2/rows.jsonl'), 3);
    const index = JSON.parse(readFileSync(path.join(directory, 'index'), 'utf8'));
    index.questions[2].scope = '{"users":"everybody"}';
    writeFileSync(path.join(directory, 'index'), JSON.stringify(index));
    mkdirSync(path.join(directory, '77'));
    writeFileSync(path.join(directory, 'index.abc.partial'), 'x');
    expect(opened().load()).toMatchObject({ questions: [{ question: '4' }], last: 12 });
    expect(readdirSync(directory).sort()).toEqual(['4', 'index']);
    expect(told).toEqual([]);
  });

  it.each(['', '{"form":1', 'null', '{"form":2,"last":1,"questions":[]}'])(
    'are removed if the index is %j, which is logged',
    async (text) => {
      await keeping(asked('1'));
      writeFileSync(path.join(directory, 'index'), text);
      expect(opened().load()).toEqual(NONE);
      expect(readdirSync(directory)).toEqual([]);
      expect(told).toEqual(['answers to auditors are not readable and removed']);
    },
  );

  it('get a directory, whatever is in its place', () => {
    expect(opened().load()).toEqual(NONE);
    rmSync(directory, { recursive: true });
    writeFileSync(directory, 'a file');
    expect(opened().load()).toEqual(NONE);
    expect(statSync(directory).isDirectory()).toBe(true);
    mkdirSync(path.join(directory, 'index'));
    expect(opened().load()).toEqual(NONE);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('are gone once removed, even while the index is written', async () => {
    const files = await keeping(asked('1'), asked('2'));
    files.remove('1');
    const saved = files.save({ questions: [asked('1'), asked('2')], last: 12 });
    void files.save({ questions: [asked('2')], last: 12 });
    await saved;
    expect(
      opened()
        .load()
        .questions.map(({ question }) => question),
    ).toEqual(['2']);
  });

  it('that cannot be saved stay until the next start, which is logged', async () => {
    const files = opened();
    files.load();
    rmSync(directory, { recursive: true });
    writeFileSync(directory, 'a file');
    await files.save({ questions: [], last: 1 });
    expect(told).toEqual(['the index of answers to auditors is not written']);
    expect(existsSync(path.join(folder, 'audits'))).toBe(true);
  });
});

describe('rows', () => {
  const ROWS = ['{"a":"é"}', '{"b":"second"}', `{"c":"${'x'.repeat(600_000)}"}`, '{"d":"last"}'];
  const TEXT = ROWS.map((row) => `${row}\n`).join('');
  const names = ({ records }: { records: object[] }) => records.map((row) => Object.keys(row)[0]);

  async function files(): Promise<AnswerFiles> {
    const opening = opened();
    opening.load();
    writeFileSync(opening.begin('1').rowsFile, TEXT);
    return opening;
  }

  it('are returned in parts, a long one as a whole', async () => {
    const reading = await files();
    const seen: string[] = [];
    for (let after: number | null = 0; after !== null;) {
      const piece = await reading.rows('1', after, 1);
      seen.push(...piece.records.map((row) => JSON.stringify(row)));
      after = piece.next;
    }
    expect(seen).toEqual(ROWS);
    expect(names(await reading.rows('1', 0, 10))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('begin with the next one for a position within a row; none behind the last', async () => {
    const reading = await files();
    const starts = [0, 11, 26, 26 + 600_008 + 1];
    expect(
      starts.map(
        (at) =>
          Buffer.from(TEXT)
            .subarray(at, at + 3)
            .toString()[2],
      ),
    ).toEqual(['a', 'b', 'c', 'd']);
    const [, second, third, last] = starts;
    for (const [after, wanted] of [
      ...[1, 7, second - 1].map((at) => [at, ['b', 'c']] as const),
      ...[second + 1, third - 1].map((at) => [at, ['c', 'd']] as const),
      ...[third + 1, third + 400_000, last - 1, last].map((at) => [at, ['d']] as const),
      ...[last + 1, TEXT.length, 2 ** 40, Number.MAX_SAFE_INTEGER].map((at) => [at, []] as const),
    ])
      expect([after, names(await reading.rows('1', after, 2))]).toEqual([after, wanted]);
  });
});
