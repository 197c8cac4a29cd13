/** A journal that contradicts other records of it: a different one, an older one, or one that lost its end. */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { composeExchange, type Exchange } from '../../../server/compose';
import { availableOf } from '../../../server/core/ledger/ledger';
import type { SimulatedChain } from '../../../server/platform/chains/simulated/simulated-chain';
import { VerifiedNames } from '../../../server/platform/auth/verified-names';
import { loadConfig } from '../../../server/platform/config/config';
import { JournalContradictedError } from '../../../server/start/witnesses';
import { withApprovals } from '../../tools/fixtures/with-approvals';
import { ALICE, BOB, buy, asUser, LISTINGS, sell, type Step } from '../../tools/fixtures/core-fixture';
import { EventStoreServer } from '../../tools/stores/eventstore-server';
import { expectSuccess, HttpExchange, type Person, type Json } from '../../tools/people/http-exchange';
import { modelFile } from '../../tools/samples/model-file';
import { walletOf } from '../../tools/people/wallet';

const ROOT = path.resolve(__dirname, '../../..');

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));
function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'shorter-journal-'));
  folders.push(made);
  return made;
}

/* An exchange without HTTP, so that a start is cheap. */

type Environment = Record<string, string>;

async function composed(dataDir: string, env: Environment = {}): Promise<{ exchange: Exchange; log: string[] }> {
  const log: string[] = [];
  const exchange = await composeExchange(loadConfig({ DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'silent', ...env }), {
    log: (message, facts) => log.push(`${message} ${JSON.stringify(facts)}`),
  });
  return { exchange, log };
}

async function take(exchange: Exchange, steps: readonly Step[]): Promise<void> {
  for (const { actor, clientId, command } of steps) {
    expect(await exchange.commands.submit({ actor, clientId, command })).toMatchObject({ repeated: false });
  }
  expect(await exchange.progress.waitFor(exchange.journal.head().position, 20_000)).toBe(true);
}

/** Starts, trades and stops in order; returns the journal's position at the end. */
async function traded(dataDir: string, steps: readonly Step[], env: Environment = {}): Promise<number> {
  const { exchange } = await composed(dataDir, env);
  await take(exchange, steps);
  const { position, hash } = exchange.journal.head();
  // The follower that notifies users belongs to the application; it leaves one row.
  await exchange.database.sql
    .insertInto('followers')
    .values({ name: 'messages', position, hash })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ position, hash }))
    .execute();
  await exchange.close();
  return position;
}

async function refused(dataDir: string, env: Environment = {}): Promise<string> {
  const started = await composed(dataDir, env).catch((error: Error) => error);
  if (!(started instanceof Error)) await started.exchange.close();
  expect(started).toBeInstanceOf(JournalContradictedError);
  return (started as Error).message;
}

const journalOf = (dataDir: string) => path.join(dataDir, 'journal');
const segmentOf = (dataDir: string) => path.join(journalOf(dataDir), `${'0'.repeat(20)}.jsonl`);
const snapshotsOf = (dataDir: string) => path.join(dataDir, 'snapshots');

/** Name and content of every file in the folder except the heartbeat. */
function contentsOf(directory: string): Record<string, string> {
  const names = readdirSync(directory).filter((name) => !name.endsWith('.lock'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(path.join(directory, name), 'latin1')]));
}

function without(dataDir: string, ...lost: ('snapshots' | 'views' | 'records' | 'exchange')[]): void {
  for (const what of lost) {
    if (what === 'snapshots') rmSync(snapshotsOf(dataDir), { recursive: true });
    else {
      const file = what === 'exchange' ? path.join(dataDir, 'exchange.sqlite') : modelFile(dataDir, what);
      for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
    }
  }
}

const TRADES = [asUser(ALICE, sell(100, 5)), buy(100, 5), asUser(ALICE, sell(101, 5)), buy(101, 5)];

describe('a journal in files', () => {
  let dataDir: string;
  let early: { journal: string; head: number };
  let head: number;

  let prepared: string;

  /** A journal, an older backup of it, and three records of its end: made once and copied for each test. */
  beforeAll(async () => {
    prepared = folder();
    const first = await traded(prepared, withApprovals(LISTINGS));
    early = { journal: folder(), head: first };
    cpSync(journalOf(prepared), early.journal, { recursive: true });
    head = await traded(prepared, TRADES);
  });

  beforeEach(() => {
    dataDir = folder();
    cpSync(prepared, dataDir, { recursive: true });
  });

  const putBack = (journal: string): void => {
    rmSync(journalOf(dataDir), { recursive: true });
    cpSync(journal, journalOf(dataDir), { recursive: true });
  };
  const accept = (of: number, seen = head): Environment => ({ JOURNAL_ACCEPT: `${of}/${seen}` });

  test('opens unchanged, however far behind the read models are', async () => {
    without(dataDir, 'views', 'snapshots');
    const { exchange } = await composed(dataDir);
    expect(exchange.journal.head().position).toBe(head);
    await exchange.close();
  });

  test('opens beside a folder named like a snapshot, with a warning', async () => {
    const name = `${'9'.repeat(16)}.jsonl`;
    mkdirSync(path.join(snapshotsOf(dataDir), name));
    const { exchange, log } = await composed(dataDir);
    expect(exchange.engine.recovered.snapshot).toBe(head);
    expect(log).toContainEqual(expect.stringMatching(new RegExp(`^snapshot not readable .*${name}.*EISDIR`)));
    await exchange.close();
  });

  test('is refused when missing: both positions are named and nothing is changed', async () => {
    rmSync(journalOf(dataDir), { recursive: true });
    const message = await refused(dataDir);
    expect(message).toContain('the journal ends at position -1');
    expect(message).toMatch(new RegExp(`snapshot 0+${head}.jsonl has seen it at position ${head}\n`));
    expect(message).toContain(`the checkpoint of the read models has seen it at position ${head}\n`);
    expect(message).toContain(`the relational database has seen it at position ${head}\n`);
    expect(message).toContain(`JOURNAL_ACCEPT=-1/${head}`);
    expect(await refused(dataDir)).toBe(message);
  });

  test.each([
    ['a snapshot', ['views', 'records', 'exchange']],
    ['the read models', ['snapshots', 'records', 'exchange']],
    ['the checkpoint of the records', ['snapshots', 'views', 'exchange']],
    ['the relational database', ['snapshots', 'views', 'records']],
  ] as const)('of an older backup is refused when nothing but %s has seen more', async (witness, lost) => {
    putBack(early.journal);
    without(dataDir, ...lost);
    const message = await refused(dataDir);
    expect(message).toContain(`the journal ends at position ${early.head}`);
    expect(message.match(/has seen/g)).toHaveLength(1);
    expect(message.toLowerCase()).toContain(witness.replace(/^(a|the) /, ''));
  });

  test('of another exchange is refused, although it is longer', async () => {
    const other = folder();
    await traded(other, [...withApprovals(LISTINGS), ...TRADES, ...TRADES, ...TRADES]);
    putBack(journalOf(other));
    const message = await refused(dataDir);
    expect(message).toMatch(/snapshot \S+ has seen the batch [0-9a-f]{64} at position/);
    expect(message).toMatch(/the checkpoint of the read models has seen the batch/);
    expect(message).toMatch(/the relational database has seen the batch/);
  });

  test.each([
    ['is cut', (file: string) => truncateSync(file, readFileSync(file).length - 40)],
    [
      'has a flipped bit',
      (file: string) => {
        const bytes = readFileSync(file);
        bytes[bytes.length - 200] ^= 1;
        writeFileSync(file, bytes);
      },
    ],
  ])('whose last group %s is refused before any truncation, and repaired once that is accepted', async (_, spoil) => {
    spoil(segmentOf(dataDir));
    const before = contentsOf(journalOf(dataDir));
    const message = await refused(dataDir);
    const left = Number(/the journal ends at position (\d+)/.exec(message)?.[1]);
    expect(left).toBeGreaterThanOrEqual(early.head);
    expect(left).toBeLessThan(head);
    expect(message).toContain(`${segmentOf(dataDir)} at byte`);
    expect(contentsOf(journalOf(dataDir))).toEqual(before);

    const { exchange, log } = await composed(dataDir, accept(left));
    expect(exchange.journal.head().position).toBe(left);
    expect(log.join('\n')).toContain('journal accepted as it is');
    expect(readdirSync(journalOf(dataDir)).filter((name) => name.endsWith('.torn'))).toHaveLength(1);
    await exchange.close();
  });

  test('with an unacknowledged tail behind its last group is repaired as usual', async () => {
    appendFileSync(segmentOf(dataDir), '{"hash":"');
    const { exchange } = await composed(dataDir);
    expect(exchange.journal.head().position).toBe(head);
    await exchange.close();
  });

  test('is continued once exactly that state is accepted', async () => {
    putBack(early.journal);
    for (const wrong of [accept(early.head - 1), accept(early.head, head - 1), accept(-1)]) {
      expect(await refused(dataDir, wrong)).toContain(`JOURNAL_ACCEPT=${early.head}/${head}`);
    }
    const { exchange, log } = await composed(dataDir, accept(early.head));
    expect(log.join('\n')).toContain('making them anew');
    const aside = readdirSync(snapshotsOf(dataDir)).filter((name) => name.endsWith('.aside'));
    expect(aside).toEqual([expect.stringContaining(String(head))]);
    await take(exchange, [asUser(ALICE, sell(100, 7)), buy(100, 7)]);
    const rows = await exchange.stored.sql.selectFrom('balances').selectAll().where('userId', '=', BOB).execute();
    expect(rows.length).toBeGreaterThan(1);
    const { ledger } = exchange.engine.state();
    for (const { asset, available } of rows) expect(available).toBe(availableOf(ledger, BOB, asset));
    const grown = exchange.journal.head().position;
    await exchange.close();

    // The acceptance is used up: the next loss is refused although it is still set.
    const next = await composed(dataDir, accept(early.head));
    expect(next.log.join('\n')).toContain('JOURNAL_ACCEPT has done its work');
    await next.exchange.close();
    putBack(early.journal);
    expect(await refused(dataDir, accept(early.head))).toContain(`JOURNAL_ACCEPT=${early.head}/${grown}`);
  });

  test('is refused too by commands that would delete the read models, which have seen more', async () => {
    putBack(early.journal);
    without(dataDir, 'snapshots', 'exchange');
    const rebuild = (env: Environment = {}) =>
      spawnSync(process.execPath, [path.join(ROOT, 'dist/server/cli/projections-rebuild.js')], {
        env: { ...process.env, DATA_DIR: dataDir, DEMO: 'off', ...env },
        encoding: 'utf8',
      });
    const first = rebuild();
    expect(first.status).toBe(1);
    expect(first.stderr).toContain(`JOURNAL_ACCEPT=${early.head}/${head}`);
    expect(await refused(dataDir)).toContain('the checkpoint of the read models');
    const accepted = rebuild(accept(early.head));
    expect(accepted.stdout).toContain(`done: ${early.head + 1} events`);
    const { exchange } = await composed(dataDir);
    await exchange.close();
  });
});

describe('a journal in EventStoreDB', () => {
  test('at another address is refused, and continued once accepted', async () => {
    const servers = [await EventStoreServer.start(), await EventStoreServer.start()];
    try {
      const [right, wrong] = servers.map(({ url }) => ({ JOURNAL_URL: url }));
      const dataDir = folder();
      const head = await traded(dataDir, [...withApprovals(LISTINGS), ...TRADES], right);
      expect(await refused(dataDir, wrong)).toContain('the journal ends at position -1');

      const other = await traded(folder(), [...withApprovals(LISTINGS), ...TRADES, ...TRADES], wrong);
      const message = await refused(dataDir, wrong);
      expect(message).toContain(`the journal ends at position ${other}`);
      expect(message).toMatch(/has seen the batch [0-9a-f]{64} at position/);

      const again = await composed(dataDir, right);
      expect(again.exchange.journal.head().position).toBe(head);
      await again.exchange.close();

      const accepted = await composed(dataDir, { ...wrong, JOURNAL_ACCEPT: `${other}/${head}` });
      await take(accepted.exchange, TRADES);
      await accepted.exchange.close();
      const next = await composed(dataDir, wrong);
      await next.exchange.close();
    } finally {
      for (const server of servers) server.stop();
    }
  });
});

describe('after an accepted truncation', () => {
  let dataDir: string;
  let exchange: HttpExchange;
  let admin: Person;
  let now = 1_800_000_000_000;
  let backup: { journal: string; head: number };

  beforeEach(async () => {
    dataDir = folder();
    exchange = await started();
    admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    await turn();
  });
  afterEach(() => exchange.halt());

  const started = (env: Environment = {}) =>
    HttpExchange.start({ DATA_DIR: dataDir, LIMIT_TICKET_HOURS_MAX: '100000', ...env }, { clock: () => now });
  const { parts, head, turn, mine, ready, available, messages, apply, staff, withdrawals } = walletOf({
    exchange: () => exchange,
    admin: () => admin,
    pass: (ms) => void (now += ms),
  });

  async function keepJournal(): Promise<void> {
    await exchange.halt();
    backup = { journal: folder(), head: 0 };
    cpSync(journalOf(dataDir), backup.journal, { recursive: true });
    exchange = await started();
    backup.head = head();
  }

  /** Restores the old journal beside all other current data. */
  async function cut(): Promise<void> {
    await exchange.halt();
    rmSync(journalOf(dataDir), { recursive: true });
    renameSync(backup.journal, journalOf(dataDir));
    const refusal = await started().then(
      () => '',
      (error: Error) => error.message,
    );
    const [, option] = /JOURNAL_ACCEPT=(\S+)\.$/.exec(refusal) ?? [];
    expect(option).toMatch(new RegExp(`^${backup.head}/`));
    exchange = await started({ JOURNAL_ACCEPT: String(option) });
  }

  /** A restarted exchange counts its own client ids from the beginning. */
  let requests = 0;
  const once = () => ({ clientId: `once-${++requests}` });
  const bitcoin = () => parts().chains.find('BTC') as SimulatedChain;
  const sentFor = (withdrawal: string) =>
    parts()
      .database.sql.selectFrom('simulatedPayments')
      .select('transactionId')
      .where('origin', '=', `ERC20/withdrawal/${withdrawal}`)
      .execute();
  const cancel = (person: Person, withdrawal: string) =>
    exchange.post('/app/withdraw/cancel', { ...once(), withdrawal }, person.ticket);

  test('payments in the lost part neither return nor are made again', async () => {
    const person = await ready('100');
    const { withdrawal } = await expectSuccess(apply(person, '30', once()));
    await keepJournal();
    await expectSuccess(staff(admin, 'approve', { ...once(), withdrawal }));
    await turn();
    await mine(2);
    expect(await withdrawals(person)).toMatchObject([{ status: 'withdrawn' }]);
    const sent = await sentFor(withdrawal);

    await cut();
    expect(await withdrawals(person)).toMatchObject([{ status: 'applied' }]);
    expect(await cancel(person, withdrawal)).toMatchObject({ code: 'payout.already.sent' });
    expect(await staff(admin, 'reject', { ...once(), withdrawal, reason: 'again' })).toMatchObject({
      code: 'payout.already.sent',
    });
    await expectSuccess(staff(admin, 'approve', { ...once(), withdrawal }));
    await turn();
    await mine(2);
    expect(await withdrawals(person)).toMatchObject([{ status: 'withdrawn' }]);
    expect(await sentFor(withdrawal)).toEqual(sent);
    expect(await available(person)).toBe('69.5');
  });

  test('a withdrawal that reuses a lost number is a separate one', async () => {
    const person = await ready('100');
    await keepJournal();
    const gone = (await expectSuccess(apply(person, '30', once()))).withdrawal;
    await expectSuccess(staff(admin, 'approve', { ...once(), withdrawal: gone }));
    await turn();
    await mine(2);
    const sent = await sentFor(gone);

    await cut();
    const { withdrawal } = await expectSuccess(apply(person, '20', once()));
    expect(withdrawal).toBe(gone);
    await expectSuccess(cancel(person, withdrawal));
    const next = (await expectSuccess(apply(person, '25', once()))).withdrawal;
    await expectSuccess(staff(admin, 'approve', { ...once(), withdrawal: next }));
    await turn();
    await mine(2);
    expect(await withdrawals(person)).toMatchObject([{ status: 'withdrawn' }, { status: 'cancelled' }]);
    expect(await sentFor(next)).not.toEqual(sent);
    expect(await available(person)).toBe('74.5');
  });

  test.each(['proposed', 'confirmed'])(
    'a bank payout by staff is recorded again and not returned: %s in the part that is gone',
    async (gone) => {
      await exchange.listDollars(admin);
      const person = await exchange.person('dollars');
      await exchange.verifyAndFund(admin, person, { USD: '1000' });
      const command = { type: 'ApplyWithdrawal', user: person.id, asset: 'USD', amount: 10_000n, card: 1 } as const;
      const applied = await parts().engine.submit({ actor: `user/${person.id}`, command });
      const withdrawal = String('id' in applied && applied.id);
      await expectSuccess(staff(admin, 'approve', { ...once(), withdrawal }));
      await exchange.importStatementLines('USD', 'bank/4711,-100,ANN EXAMPLE');
      const second = await exchange.staff('admin', 'second');
      const pay = async (): Promise<Json> => {
        exchange.application.nest.get(VerifiedNames).setSource(async () => 'Ann Example');
        const { proposal } = await expectSuccess(
          staff(admin, 'pay', { ...once(), withdrawal, reference: 'bank/4711' }),
        );
        return proposal;
      };
      const confirm = async (proposal: Json): Promise<void> => {
        const { records } = await expectSuccess(
          exchange.get(`/audit/staff/proposals?minPosition=${head()}`, second.ticket),
        );
        const { digest } = records.find((one: Json) => one.proposal === proposal);
        const confirmation = { ...once(), proposal, digest };
        await expectSuccess(exchange.post('/admin/staff/confirmProposal', confirmation, second.ticket));
        await exchange.application.exchange.live.waitFor(head(), 10_000);
      };
      const start = () => expectSuccess(staff(admin, 'startPayout', { ...once(), withdrawal }));
      if (gone === 'proposed') await keepJournal();
      await start();
      const proposal = await pay();
      if (gone === 'confirmed') await keepJournal();
      await confirm(proposal);

      await cut();
      const status = gone === 'proposed' ? 'approved' : 'paying';
      expect(await withdrawals(person)).toMatchObject([{ status }]);
      for (const one of [admin, second]) {
        const reject = { ...once(), withdrawal, reason: 'not sent' };
        expect(await staff(one, 'reject', reject)).toMatchObject({ code: 'payout.already.sent' });
      }
      if (gone === 'proposed') await start();
      await confirm(gone === 'proposed' ? await pay() : proposal);
      expect(await withdrawals(person)).toMatchObject([{ status: 'withdrawn' }]);
    },
  );

  test('registrations, deposits and messages are recreated', async () => {
    await keepJournal();
    const late = await exchange.person('late');
    const { address } = await expectSuccess(
      exchange.post('/app/recharge/address', { asset: 'BTC', chain: 'BTC' }, late.ticket),
    );
    await turn();
    await bitcoin().send([{ asset: 'BTC', address, amount: 100_000_000n }]);
    await mine(13);
    expect(await available(late, 'BTC')).toBe('1');
    expect(await messages(late)).toContain('recharge.credited');

    await cut();
    await turn();
    await mine(1);
    expect(await available(late, 'BTC')).toBe('1');
    // Once for the lost part and once for the present state.
    expect((await messages(late)).filter((key) => key === 'recharge.credited')).toHaveLength(2);
    const next = await exchange.person('next');
    expect(next.id).toBeGreaterThan(late.id);
    const other = await expectSuccess(
      exchange.post('/app/recharge/address', { asset: 'BTC', chain: 'BTC' }, next.ticket),
    );
    expect(other.address).not.toBe(address);
    expect(existsSync(path.join(dataDir, 'journal'))).toBe(true);
  });
});
