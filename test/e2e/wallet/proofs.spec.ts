/** Data that the exchange signs and publishes over HTTP, verified by users, auditors and strangers. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkBundle } from '../../../server/audit/check-bundle';
import { audit } from '../../../server/cli/audit';
import { progressOf } from '../../../server/cli/progress';
import { STATE_FORM } from '../../../server/core/snapshot/canonical-state';
import { stateHash } from '../../../server/engine/state-hash';
import { sha256, verifyEd25519 } from '../../../server/signed-heads/ed25519';
import { verifyBalances } from '../../../shared/proof/balance-proof';
import { readLine } from '../../../shared/proof/signed-heads';
import { auditAnswers } from '../../../shared/wire/audit/audit-journal';
import { expectSuccess, HttpExchange, type Json, type Person } from '../../tools/people/http-exchange';
import { MODELS } from '../../../server/views/stored/tables';
import { modelFile } from '../../tools/samples/model-file';

const VERIFIER = path.resolve(__dirname, '../../../docs/verify-liabilities.py');
const folder = mkdtempSync(path.join(tmpdir(), 'proofs-'));

let exchange: HttpExchange;
let people: Person[];
beforeAll(async () => {
  exchange = await HttpExchange.start();
  const admin = await exchange.registered('admin', 'admin');
  await exchange.listMarkets(admin);
  people = [];
  for (const name of ['alice', 'bob', 'carol', 'dave', 'erin']) {
    const person = await exchange.registered('user', name);
    await exchange.verifyAndFund(
      admin,
      person,
      name === 'erin' ? {} : { USDT: '1000', BTC: name === 'bob' ? '0.5' : '2' },
    );
    people.push(person);
  }
});
afterAll(async () => {
  await exchange.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function asked(...parameters: string[]) {
  const answer: string[] = [];
  const say = (): void => undefined;
  try {
    const status = await audit(parameters, { print: (line) => answer.push(line), log: say, progress: progressOf(say) });
    return { status, answer, error: '' };
  } catch (error) {
    return { status: 1, answer, error: (error as Error).message };
  }
}

/** Runs a verifier that shares no code with the exchange. */
function verified(...parameters: string[]) {
  const { status, stdout, stderr } = spawnSync('python3', [VERIFIER, ...parameters], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

it('signs the head of the journal and publishes the lines of a day', async () => {
  const { heads } = exchange.application.exchange;
  expect(await expectSuccess(exchange.get('/app/audit/heads'))).toEqual({
    key: null,
    last: null,
    days: [],
    restores: [],
  });
  await heads.sign();
  await exchange.fund(people[0], 'USDT', '1');
  await heads.sign();
  const { key, last, days } = await expectSuccess(exchange.get('/app/audit/heads'));
  const { said } = readLine(last, 0).signed;
  expect(said).toMatchObject({ is: 'head', ...exchange.headOfJournal(), staffLog: { links: expect.any(Number) } });
  expect(days).toHaveLength(1);
  const { status, headers, bytes } = await exchange.file(`/app/audit/headsOfDay?day=${days[0].day}`);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/jsonl; charset=utf-8']);
  const lines = bytes.toString().trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines.at(-1)).toBe(last);
  const file = path.join(folder, 'heads.jsonl');
  writeFileSync(file, bytes);
  expect(verified('heads', 'exchange', file)).toMatchObject({
    ...{
      status: 0,
      stdout: expect.stringContaining(`3 lines up to position ${exchange.headOfJournal().position}, signed by ${key}`),
    },
  });
  writeFileSync(file, bytes.toString().replace('"links":', '"links":1'));
  expect(verified('heads', 'exchange', file)).toMatchObject({
    status: 1,
    stderr: 'REFUSED: the signature of line 2 does not fit\n',
  });
  const none = await exchange.file('/app/audit/headsOfDay?day=2001-01-01');
  expect([none.status, none.bytes.length]).toEqual([200, 0]);
  expect(await exchange.get('/app/audit/headsOfDay?day=../signing')).toMatchObject({ status: 400 });
});

it('proves to each user that their balances are part of the total', async () => {
  expect(await expectSuccess(exchange.get('/app/audit/liabilities'))).toEqual({ signed: null, earlier: [] });
  expect(await expectSuccess(exchange.get('/app/account/proofOfBalance', people[0].ticket))).toBeNull();
  expect((await exchange.get('/app/account/proofOfBalance')).code).toBe('login.user.not.login');
  const position = await exchange.application.exchange.liabilities.make();
  expect(position).toBe(exchange.headOfJournal().position);
  const { signed } = await expectSuccess(exchange.get('/app/audit/liabilities'));
  const { key } = readLine(signed, 0).signed;
  const own = { alice: ['2', '1001'], bob: ['0.5', '1000'], carol: ['2', '1000'], dave: ['2', '1000'], erin: [] };
  for (const [index, [name, amounts]] of Object.entries(own).entries()) {
    const proof = await expectSuccess(exchange.get('/app/account/proofOfBalance', people[index].ticket));
    const verdict = await verifyBalances(proof, sha256, verifyEd25519, key);
    if ('refused' in verdict) throw new Error(`${name}: ${verdict.refused} ${verdict.where}`);
    expect(verdict).toMatchObject({ user: people[index].id, position });
    expect(verdict.assets.map((asset) => Number(asset.own) / 1e8)).toEqual(amounts.map(Number));
    const file = path.join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(proof));
    const { status, stdout } = verified(file, key);
    expect({ status, lines: stdout.split('\n').length }).toEqual({ status: 0, lines: amounts.length + 3 });
    if (name === 'bob') expect(stdout).toContain('BTC: 0.5 of 6.5 that 4 users have; house 0, custody -6.5');
  }
});

it('a stranger’s program rejects every altered part', () => {
  const text = readFileSync(path.join(folder, 'bob.json'), 'utf8');
  const refused = (changed: string, ...key: string[]): string => {
    const file = path.join(folder, 'changed.json');
    writeFileSync(file, changed);
    return verified(file, ...key).stderr.trim();
  };
  const proof = JSON.parse(text) as {
    user: number;
    assets: { parts: { salt: string; sum: string; path: { sum: string }[] }[] }[];
  };
  expect(refused(JSON.stringify({ ...proof, user: proof.user + 1 }))).toBe(
    'REFUSED: the path of BTC leads to another root',
  );
  const [btc, ...rest] = proof.assets;
  const [one, ...others] = btc.parts;
  const of = (...parts: object[]) => JSON.stringify({ ...proof, assets: [{ ...btc, parts }, ...rest] });
  const debt = { ...one, path: one.path.map((step, index) => (index === 0 ? { ...step, sum: '-1' } : step)) };
  expect(refused(of(debt, ...others))).toBe('REFUSED: -1 is no amount');
  for (const parts of [
    [{ ...one, sum: `${BigInt(one.sum) + 1n}` }, ...others],
    // One leaf does not count as two.
    [one, one, ...others.slice(1)],
    [...others, one],
  ])
    expect(refused(of(...parts))).toBe('REFUSED: the path of BTC leads to another root');
  expect(refused(of(...others))).toBe('REFUSED: BTC has 3 parts');
  expect(refused(JSON.stringify({ ...proof, assets: [btc, btc] }))).toBe('REFUSED: BTC is not published');
  expect(refused(text.replace('balances/2', 'balances/1'))).toBe('REFUSED: it is no proof of this form');
  expect(refused(text.replace('\\"users\\":4', '\\"users\\":3'))).toBe(
    'REFUSED: the signature of the line that publishes the roots does not fit',
  );
  expect(refused(text, 'ab'.repeat(32))).toBe('REFUSED: another key has signed it');
});

describe('journal queries over HTTP', () => {
  let auditor: Person;
  beforeAll(async () => {
    auditor = await exchange.registered('auditor', 'auditor');
    await exchange.application.exchange.heads.sign();
  });

  /** Waits for the answer. */
  async function answered(request: object) {
    const { question } = await expectSuccess(exchange.post('/audit/journal/ask', request, auditor.ticket));
    const found = async () => {
      const { records } = await expectSuccess(exchange.get('/audit/journal/answers', auditor.ticket));
      return auditAnswers.shape.records.parse(records).find((one) => one.question === question);
    };
    for (;;) {
      const answer = await found();
      if (answer && answer.state !== 'waiting' && answer.state !== 'working') return answer;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  const rowsOf = async (question: string, query = ''): Promise<Json> =>
    expectSuccess(exchange.get(`/audit/journal/rows?question=${question}${query}`, auditor.ticket));

  it('balances at any time, a statement whose sums agree, and a trial balance of zero', async () => {
    const alice = people[0].id;
    const { state, rows, question, facts } = await answered({ ask: 'statement', account: `${alice}` });
    expect({ state, facts }).toEqual({ state: 'done', facts: { position: exchange.headOfJournal().position } });
    const { records, next } = await rowsOf(question);
    expect({ count: records.length, next }).toEqual({ count: rows, next: null });
    const closing = records.filter(({ kind }: Json) => kind === 'closing');
    for (const { account, balance } of closing) {
      const lines = records.filter((row: Json) => row.account === account && row.change !== undefined);
      expect(lines.at(-1).balance).toBe(balance);
      const sum = lines.reduce((total: number, { change }: Json) => total + Number(change), 0);
      expect(sum).toBeCloseTo(Number(balance), 8);
    }
    const csv = await exchange.file(`/audit/journal/csv?question=${question}`, auditor.ticket);
    expect(csv.bytes.toString().replace('\ufeff', '').split('\r\n')).toHaveLength(rows + 2);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const balances = await answered({ ask: 'balances', account: `${alice}`, toPosition: records.at(0).position - 1 });
    expect(balances).toMatchObject({ state: 'failed', fault: 'nothing' });
    const trial = await rowsOf((await answered({ ask: 'trial' })).question);
    expect(trial.records.map(({ total }: Json) => total)).toEqual(trial.records.map(() => '0'));
  });

  it('entries by kind, page by page, and the history of a withdrawal', async () => {
    const { question, rows } = await answered({ ask: 'entries', kind: 'recharge', asset: 'BTC' });
    const first = await rowsOf(question, '&limit=2');
    const rest = await rowsOf(question, `&limit=200&after=${first.next}`);
    expect([...first.records, ...rest.records]).toHaveLength(rows);
    expect(new Set([...first.records, ...rest.records].map(({ kind, debit }: Json) => `${kind} ${debit}`))).toEqual(
      new Set(['recharge house/custody/BTC']),
    );
    expect(await answered({ ask: 'life', case: 'order', number: '99999' })).toMatchObject({ fault: 'nothing' });
    const life = await answered({ ask: 'life', case: 'recharge', number: '1' });
    expect((await rowsOf(life.question)).records[0]).toMatchObject({
      type: expect.any(String),
      actor: expect.any(String),
    });
    const refused = await exchange.post('/audit/journal/ask', { ask: 'life', case: 'order' }, auditor.ticket);
    expect(refused).toMatchObject({ status: 400, data: { fields: [{ path: 'number', code: 'required' }] } });
  });

  it('a market at a past moment: book and trades, the same from a link with the position', async () => {
    for (const [person, side, price, quantity] of [
      [people[0], 'sell', '64000', '0.01'],
      [people[1], 'buy', '64000', '0.004'],
      [people[2], 'buy', '63999.5', '0.002'],
    ] as const) {
      const order = { clientId: exchange.clientId(), market: 'BTC-USDT', side, kind: 'limit', price, quantity };
      await expectSuccess(exchange.post('/app/spot/place', order, person.ticket));
    }
    await exchange.application.exchange.heads.sign();
    const { facts, question, state } = await answered({ ask: 'market', market: 'BTC-USDT' });
    expect([state, facts['position']]).toEqual(['done', exchange.headOfJournal().position]);
    const { records } = await rowsOf(question, '&limit=200');
    expect(records).toEqual([
      { part: 'ask', price: '64000', quantity: '0.006', total: '0.006', orders: 1 },
      { part: 'bid', price: '63999.5', quantity: '0.002', total: '0.002', orders: 1 },
      expect.objectContaining({ part: 'trade', price: '64000', quantity: '0.004', side: 'buy' }),
    ]);
    expect(facts).toMatchObject({ last: '64000', trading: 'open' });
    const again = await answered({ ask: 'market', market: 'BTC-USDT', toPosition: Number(facts['position']) });
    expect(again.facts).toEqual(facts);
    expect((await rowsOf(again.question, '&limit=200')).records).toEqual(records);
    expect(await answered({ ask: 'market', market: 'BTC-USDT', toPosition: 0 })).toMatchObject({ fault: 'nothing' });
    expect((await exchange.post('/audit/journal/ask', { ask: 'market' }, auditor.ticket)).code).toBe('request.invalid');
  });

  it('liabilities at a moment, with the roots signed then', async () => {
    const { said } = readLine((await expectSuccess(exchange.get('/app/audit/liabilities'))).signed, 0).signed;
    if (said.is !== 'liabilities') throw new Error('none is signed');
    const signed = await answered({ ask: 'liabilities', toPosition: said.position });
    expect(signed).toMatchObject({ state: 'done', facts: { position: said.position, signed: 1 } });
    const { records } = await rowsOf(signed.question);
    expect(records.map(({ asset, root, leaves }: Json) => [asset, root, leaves])).toEqual(
      said.assets.map(({ asset, root, users }) => [asset, root, users]),
    );
    const now = await answered({ ask: 'liabilities' });
    for (const { users, house, custody } of (await rowsOf(now.question)).records)
      expect(Number(users) + Number(house) + Number(custody)).toBeCloseTo(0, 8);
  });

  it('read models against the journal, row by row', async () => {
    const { facts, question, state } = await answered({ ask: 'diff' });
    expect([state, facts]).toEqual(['done', { position: exchange.headOfJournal().position }]);
    const { records } = await rowsOf(question);
    expect(records.map(({ model }: Json) => model)).toEqual(['views', 'records']);
    for (const { rows } of records) expect(rows).toBeGreaterThan(0);
  });

  it('read models against the journal, while both grow', async () => {
    const { engine } = exchange.application.exchange;
    const { id } = people[0];
    let isOver = false;
    const trading = (async () => {
      for (let turn = 0; !isOver; turn++) {
        const [from, to] = turn % 2 === 0 ? (['spot', 'option'] as const) : (['option', 'spot'] as const);
        const command = { type: 'TransferFunds', user: id, asset: 'USDT', from, to, amount: 1n } as const;
        await engine.submit({ actor: `user/${id}`, command });
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    const { DATA_DIR } = process.env;
    process.env['DATA_DIR'] = exchange.dataDir;
    try {
      for (let turn = 0; turn < 3; turn++) {
        // diff ignores `toPosition`, which makes each question distinct: equal ones share an answer for a minute.
        const { state, facts } = await answered({ ask: 'diff', toPosition: turn });
        expect({ turn, state, facts }).toEqual({ turn, state: 'done', facts: { position: expect.any(Number) } });
      }
      expect(await asked('diff')).toMatchObject({ status: 0, error: '' });
    } finally {
      isOver = true;
      await trading;
      if (DATA_DIR === undefined) delete process.env['DATA_DIR'];
      else process.env['DATA_DIR'] = DATA_DIR;
    }
  });

  it('at most two at a time per person; equal questions are answered once for all', async () => {
    const ask = (toPosition: number) =>
      exchange.post('/audit/journal/ask', { ask: 'trial', toPosition }, auditor.ticket);
    const asked = await Promise.all(Array.from({ length: 6 }, (_, number) => ask(number)));
    const refused = asked.filter(({ code }) => code === 'audit.questions.too.many');
    expect(asked.filter(({ code }) => code === 'success')).toHaveLength(6 - refused.length);
    // A slow machine may answer one before the others are asked.
    expect(refused.length).toBeGreaterThan(1);
    expect(refused[0]).toMatchObject({ status: 200, data: { maximum: 2 } });
    const { question } = asked[0].data;
    expect((await ask(0)).data.question).toBe(question);
    for (let open = true; open;) {
      const { records } = await expectSuccess(exchange.get('/audit/journal/answers?wait=5', auditor.ticket));
      open = records.some(({ state }: Json) => state === 'waiting' || state === 'working');
    }
    expect((await ask(0)).data).toMatchObject({ question, state: 'done' });
  });

  it("a replay to the server's state, and self-contained evidence", async () => {
    const { facts } = await answered({ ask: 'replay' });
    const { position, hash } = exchange.headOfJournal();
    const state = stateHash(exchange.application.exchange.engine.state());
    expect(facts).toEqual({ position, events: position + 1, hash, state, stateForm: STATE_FORM });
    const { question } = await answered({ ask: 'bundle', case: 'user', number: String(people[1].id) });
    const { status, bytes } = await exchange.file(`/audit/journal/bundle?question=${question}`, auditor.ticket);
    const file = path.join(folder, 'evidence.zip');
    writeFileSync(file, bytes);
    expect(status).toBe(200);
    const proved = await checkBundle(file, () => undefined);
    expect(proved).toMatchObject({ unsigned: [], manifest: { about: { is: 'user', id: people[1].id } } });
    const none = await exchange.get('/audit/journal/rows?question=999', auditor.ticket);
    expect(none.code).toBe('audit.answer.not.found');
    const { records } = await expectSuccess(
      exchange.post('/audit/staff/log', { action: 'audit/journal' }, auditor.ticket),
    );
    expect(records[0]).toMatchObject({ action: 'audit/journal/ask', facts: { ask: 'bundle', case: 'user' } });
  });
});

it('verifies everything on the command line beside the server, and reports a missing tail', async () => {
  const { heads } = exchange.application.exchange;
  await heads.sign();
  const { position } = exchange.headOfJournal();
  const found = await asked('verify', '--in', exchange.dataDir);
  expect(found).toMatchObject({ status: 0, error: '' });
  expect(found.answer).toEqual([
    expect.stringMatching(/^chain /),
    expect.stringMatching(new RegExp(`^heads {6}\\d+ lines up to position ${position}, signed by [0-9a-f]{64}$`)),
    expect.stringMatching(/^staff log {2}\d+ links, its rows are what was linked$/),
    expect.stringMatching(/^snapshots/),
  ]);
  const liabilities = await asked('liabilities', '--in', exchange.dataDir);
  expect(liabilities).toMatchObject({ status: 0, error: '' });
  expect(liabilities.answer.at(-1)).toMatch(/^what was signed at position \d+ is what the journal gives$/);
  // A copy without its last group, as an attempt to hide it would leave.
  const segment = path.join(exchange.dataDir, 'journal', `${'0'.repeat(20)}.jsonl`);
  const text = readFileSync(segment, 'utf8');
  await exchange.halt();
  writeFileSync(segment, text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1));
  expect((await asked('verify', '--in', exchange.dataDir)).error).toMatch(
    new RegExp(`^line \\d+ of the signed heads: it is of position ${position}, and the journal ends at \\d+$`),
  );
  for (const name of MODELS)
    for (const end of ['', '-wal', '-shm']) rmSync(modelFile(exchange.dataDir, name) + end, { force: true });
  rmSync(path.join(exchange.dataDir, 'snapshots'), { recursive: true, force: true });
  await expect(HttpExchange.start({ DATA_DIR: exchange.dataDir })).rejects.toThrow('the newest signed head has seen');
  writeFileSync(segment, text);
  exchange = await HttpExchange.start({ DATA_DIR: exchange.dataDir });
});
