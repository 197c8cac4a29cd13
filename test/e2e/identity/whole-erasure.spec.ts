/**
 * Two people used every feature. One is erased; the other requested it too but is under a legal hold. Of the first no
 * table, file or database log keeps a personal value; of the second nothing is deleted; the journal is unchanged.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { privateKeyToAccount } from 'viem/accounts';
import { verifyJournal } from '../../../server/cli/journal-verify';
import { journalConfig } from '../../../server/compose';
import { stateHash } from '../../../server/engine/state-hash';
import { ERASED_AFTER_MS, Erasures } from '../../../server/products/identity/api/personal-data/erasures';
import { Messages } from '../../../server/platform/messages/messages';
import { payoutKey } from '../../../server/platform/chains/payout-claims';
import { loadConfig } from '../../../server/platform/config/config';
import { PERSONAL_DATA, registeredColumns } from '../../../server/platform/personal-data/register';
import { RECOVERY_HEADER } from '../../../shared/products/identity/recovery';
import {
  giveKey,
  expectSuccess,
  FUND_PASSWORD,
  HttpExchange,
  PASSWORD,
  type Json,
  type Person,
} from '../../tools/people/http-exchange';
import { securityOf } from '../../tools/people/security';
import { SoftwareAuthenticator } from '../../tools/people/software-authenticator';
import { picture, verificationOf } from '../../tools/people/verification';
import { HOUR_MS, walletOf } from '../../tools/people/wallet';
import { MODELS } from '../../../server/views/stored/tables';
import { modelFile } from '../../tools/samples/model-file';

const LIMITS = {
  LIMIT_TICKET_HOURS_MAX: '100000',
  LIMIT_TICKET_IDLE_MINUTES_MAX: '100000',
  LIMIT_PHOTOS_PER_MINUTE_MAX: '1000',
};

let now = 1_800_000_000_000;
let dataDir: string;
let exchange: HttpExchange;
let admin: Person;

const start = () => HttpExchange.start({ DATA_DIR: dataDir, ...LIMITS }, { clock: () => now });
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'whole-erasure-'));
  exchange = await start();
  admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
});
afterAll(() => exchange.stop());

const pass = (ms: number) => void (now += ms);
const parts = { exchange: () => exchange, admin: () => admin, pass };
const { send, codeFor, begun, boundPhone, next } = securityOf(() => exchange, { now: () => now, pass });
const { apply, head, listed, messages, mine, proof, staff, turn, ethereum } = walletOf(parts);
const { submitted } = verificationOf(
  () => exchange,
  () => admin,
);

/** Values that occur for one person only, by name. */
type Traces = Readonly<Record<string, string>>;

async function lived(tag: string, cardNumber: string): Promise<{ person: Person; traces: Traces }> {
  const person = await exchange.person(`${tag}.quicksilver`);
  const { ticket } = person;
  const post = (at: string, body: object, headers = {}) => expectSuccess(exchange.post(at, body, ticket, headers));
  const agent = `Browser of ${tag} Quicksilver`;
  const logIn = { grant_type: 'password', username: person.email, password: PASSWORD };
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': agent };
  await exchange.send('/api/auth/oauth/token', 'POST', new URLSearchParams(logIn).toString(), form);

  const nickName = `${tag} of the marshes`;
  await post('/app/security/setNickName', { nickName });
  const phone = await boundPhone(person);
  const name = `${tag} Marshwood`;
  const documentNumber = `${tag}-7734-Z`;
  const verification = await submitted(person, { name, documentNumber });
  await exchange.act(admin, '/verification/approve', { verification });
  await exchange.fund(person, 'USDT', '2000.5');

  await post('/app/security/fundPassword/set', { fundPassword: FUND_PASSWORD, password: PASSWORD });
  const wallet = privateKeyToAccount(`0x${Buffer.from(tag.padEnd(32, '.')).toString('hex')}`);
  const { message, at } = await post('/app/withdraw/ownershipMessage', { chain: 'ERC20', address: wallet.address });
  const signature = await wallet.signMessage({ message });
  const [label, holder] = [`${tag} under the floor`, `${tag} Beneficiary-Quicksilver`];
  const beneficiary = { owner: 'other', name: holder };
  await expectSuccess(
    listed(person, wallet.address, { label, beneficiary: { owner: 'own' }, ownership: { at, signature } }),
  );
  const bankName = `Bank of ${tag}`;
  await post('/app/security/bankCard/add', { bankName, cardNumber, realName: name, ...(await proof(person)) });
  pass(25 * HOUR_MS);
  const { withdrawal } = await expectSuccess(apply(person, '2000', { address: wallet.address, beneficiary }));
  await expectSuccess(staff(admin, 'approve', { withdrawal }));
  await turn();
  await mine(20);
  expect(await ethereum().paymentWithKey(payoutKey(Number(withdrawal)))).not.toBeNull();

  const [text, contact] = [`${tag} cannot find the marsh`, `pager of ${tag} Quicksilver`];
  const write = async (facts: object, by?: string): Promise<string> => {
    const request = { clientId: exchange.clientId(), category: 'problem', ...facts };
    return String((await expectSuccess(exchange.post('/app/content/feedback', request, by))).id);
  };
  const feedback = await write({ text, contact }, ticket);
  const answer = `Dear ${tag} Quicksilver, look again`;
  const answered = { clientId: exchange.clientId(), feedback, text: answer };
  await expectSuccess(exchange.post('/admin/content/answerFeedback', answered, admin.ticket));
  const visitor = `${tag} wrote before logging in`;
  await write({ text: visitor, contact: person.email });

  const antiPhishingCode = `${tag}-herons`;
  await post('/app/security/setAntiPhishingCode', { antiPhishingCode, password: PASSWORD });
  await post('/app/security/setOwnLimits', { limit: '900', delayHours: 2, password: PASSWORD });
  await post('/app/security/setDeviceApproval', { approvesDevices: true });
  const { secret } = await begun(person);
  const appName = `${tag} pocket telephone`;
  await expectSuccess(send(person, 'authenticator/bind', { code: next(secret), name: appName }));
  const keyName = `${tag} key ring`;
  await withPasskey(person, keyName, next(secret));
  const factor = () => ({ password: PASSWORD, secondFactor: next(secret) });
  await post('/app/security/setCodeLogIn', { on: false, ...factor() });
  await post('/app/security/setTradingFactor', { on: true, password: PASSWORD });
  await codeFor(person, { purpose: 'fund_password', channel: 'email' }, person.email);
  const applicant = `${tag}.lost.everything@test.example`;
  await asksBack(person, applicant);
  await exchange.act(admin, '/robot/issueKey', { userId: person.id, reason: 'asked for' });
  await post('/app/personal/erase', factor());
  await post('/app/security/lockSettings', { days: 365, ...factor() });
  await messages(person);
  const traces = { email: person.email, phone, nickName, name, documentNumber, cardNumber, bankName, agent, label };
  const more = { holder, wallet: wallet.address, text, contact, answer, visitor, antiPhishingCode, applicant };
  return { person, traces: { ...traces, ...more, appName, keyName, secret, signature } };
}

async function withPasskey(person: Person, name: string, secondFactor: string): Promise<void> {
  const at = '/app/security/passkey';
  const asked = await expectSuccess(
    exchange.post(`${at}/registerOptions`, { password: PASSWORD, secondFactor }, person.ticket),
  );
  const key = new SoftwareAuthenticator(new URL(exchange.url).origin);
  const response = key.make({ challenge: asked.challenge, rpId: asked.rp.id, userHandle: asked.user.id });
  await expectSuccess(exchange.post(`${at}/register`, { name, response }, person.ticket));
  giveKey(person.ticket, key);
}

/** Starts a recovery by documents, which staff never review. */
async function asksBack({ email: account }: Person, email: string): Promise<void> {
  pass(60_000);
  const code = await exchange.sentCode('recover', email);
  const { token } = await expectSuccess(exchange.post('/app/recovery/begin', { account, email, code }));
  for (const [index, kind] of ['front', 'hand_held'].entries()) {
    const photo = await picture(400, 320, index + 1)
      .jpeg()
      .toBuffer();
    const answer = await fetch(`${exchange.url}/exchange/app/recovery/uploadPhoto?kind=${kind}`, {
      method: 'POST',
      body: new Uint8Array(photo),
      headers: { 'content-type': 'image/jpeg', [RECOVERY_HEADER]: token },
    });
    expect(((await answer.json()) as Json).code).toBe('success');
  }
  await expectSuccess(exchange.post('/app/recovery/submit', { token, documentType: 'passport' }));
}

/** Another user starts a recovery of this account and gets no further. */
async function strangerAsksFor({ email: account }: Person): Promise<Traces> {
  const { email } = await exchange.person('stranger');
  const written = { clientId: exchange.clientId(), category: 'problem', text: 'Not logged in', contact: email };
  await expectSuccess(exchange.post('/app/content/feedback', written));
  pass(60_000);
  await expectSuccess(
    exchange.post('/app/recovery/begin', { account, email, code: await exchange.sentCode('recover', email) }),
  );
  return { stranger: email };
}
const strangersIn = (table: string): string => `exchange.${table} stranger`;

/** Places where a trace stands in plain text: `<table> <name of the trace>`. */
async function found(traces: Traces): Promise<string[]> {
  const { database, stored, records } = exchange.application.exchange;
  const places: string[] = [];
  for (const [name, { sql: reading }] of Object.entries({ exchange: database, views: stored, records })) {
    for (const table of Object.keys(PERSONAL_DATA[name as keyof typeof PERSONAL_DATA])) {
      // Stands for the public ledger; real chains have no such table.
      if (table === 'simulated_payments') continue;
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(reading);
      const text = JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
      const inside = Object.entries(traces).filter(([, trace]) => text.toLowerCase().includes(trace.toLowerCase()));
      places.push(...inside.map(([what]) => `${name}.${table} ${what}`));
    }
  }
  return places;
}

/** Tables of the exchange's database that name the user, with their number of rows. */
async function rowsOf(userId: number): Promise<Record<string, number>> {
  const { database } = exchange.application.exchange;
  const counts: Record<string, number> = {};
  for (const [table, registered] of Object.entries(PERSONAL_DATA.exchange)) {
    if (!registeredColumns(registered).has('user_id')) continue;
    const { rows } = await sql`select 1 from ${sql.table(table)} where user_id = ${userId}`.execute(database.sql);
    if (rows.length > 0) counts[table] = rows.length;
  }
  return counts;
}

/** File names below the directory, and the raw content of the database files, including pages that SQLite has freed. */
const filesBelow = (directory: string): string[] =>
  existsSync(directory) ? readdirSync(directory, { recursive: true }).map(String) : [];
function inFiles(names: RegExp, traces: Traces): string[] {
  return filesBelow(dataDir)
    .filter((name) => names.test(name) && statSync(path.join(dataDir, name)).isFile())
    .flatMap((name) => {
      const bytes = readFileSync(path.join(dataDir, name)).toString('latin1').toLowerCase();
      const inside = Object.entries(traces).filter(([, trace]) => bytes.includes(trace.toLowerCase()));
      return inside.map(([what]) => `${name} ${what}`);
    });
}

/** Data kept about an erased person: the journal's numbers, acts of staff, and the one-account-per-person check. */
const KEPT = ['deposit_addresses', 'erasures', 'legal_holds', 'staff_log', 'verified_documents', 'withdrawal_proofs'];

it('ASVS 14.2.4: leaves nothing of the erased person, everything of the person on hold, and the journal unchanged', async () => {
  const gone = await lived('gwendolyn', '6222021234567894');
  const held = await lived('hildegard', '4111111111111111');
  // Both left traces that the search of tables finds, and the held person's traces also stand where no owner controls
  // them.
  for (const { traces } of [gone, held]) {
    const places = (await found(traces)).map((place) => place.split(' ')[1]);
    const open = Object.keys(traces).filter((what) => places.includes(what));
    expect(Object.keys(traces).filter((what) => !open.includes(what))).toEqual(SEALED);
  }
  const hold = { userId: held.person.id, reason: 'order of a court' };
  await expectSuccess(exchange.post('/admin/personal/placeHold', hold, admin.ticket));
  const before = {
    rows: await rowsOf(held.person.id),
    places: await found(held.traces),
    files: filesBelow(files(held)),
  };
  expect(Object.keys(before.rows)).toEqual(expect.arrayContaining(USED));
  const strangers = await strangerAsksFor(gone.person);
  const ofStranger = await found(strangers);
  expect(ofStranger).toEqual(expect.arrayContaining(['feedback', 'codes', 'recoveries', 'users'].map(strangersIn)));
  expect(filesBelow(files(gone)).length).toBeGreaterThan(0);

  pass(ERASED_AFTER_MS);
  expect(await exchange.application.nest.get(Erasures).sweep()).toBe(1);
  // A late notification, such as of the freeze by the erasure itself, is not stored.
  const late = exchange.application.nest.get(Messages).notify(gone.person.id, 'account.frozen', {});
  expect(await late).toBe(false);

  expect(await found(gone.traces)).toEqual([]);
  // Rows that name the erased account are gone, and nothing else of the person who named it.
  expect(await found(strangers)).toEqual(ofStranger.filter((place) => place !== strangersIn('recoveries')));
  const left = Object.keys(await rowsOf(gone.person.id));
  expect(left.filter((table) => !KEPT.includes(table))).toEqual([]);
  expect(filesBelow(files(gone))).toEqual([]);
  const recoveries = filesBelow(path.join(dataDir, 'files', 'recovery')).filter((name) => name.includes(path.sep));
  expect(recoveries).toHaveLength(2);
  expect(await rowsOf(held.person.id)).toEqual({ ...before.rows, legal_holds: 1 });
  expect(await found(held.traces)).toEqual(before.places);
  expect(filesBelow(files(held))).toEqual(before.files);

  const state = stateHash(exchange.application.exchange.engine.state());
  const { hash } = exchange.headOfJournal();
  await exchange.halt();
  // Nor do the files have any of it, in freed pages or logs, except payments on the simulated chain. The journal never
  // had any.
  const { wallet: _, ...own } = gone.traces;
  expect(inFiles(/\.sqlite/, own)).toEqual([]);
  expect(inFiles(/^(journal|snapshots|heads)/, { ...gone.traces, ...prefixed(held.traces) })).toEqual([]);
  const verified = await verifyJournal(journalConfig(loadConfig({ DATA_DIR: dataDir })), () => undefined);
  expect(verified.head.hash).toBe(hash);
  for (const file of [path.join(dataDir, 'snapshots'), ...MODELS.map((name) => modelFile(dataDir, name))])
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { recursive: true, force: true });
  exchange = await start();
  expect(stateHash(exchange.application.exchange.engine.state())).toBe(state);
  await turn();
  expect(head()).toBeGreaterThan(0);
  expect(await found(gone.traces)).toEqual([]);
});

/** Values that no table has in plain text. */
const SEALED = ['name', 'documentNumber', 'cardNumber', 'holder', 'secret'];
/** Tables in which both people have rows. */
const USED = [
  'authenticators',
  'bank_cards',
  'feedback',
  'fund_passwords',
  'kept_addresses',
  'log_ins',
  'messages',
  'own_limits',
  'passkeys',
  'photos',
  'recoveries',
  'recovery_codes',
  'robot_keys',
  'sessions',
  'settings_locks',
  'trading_factors',
  'user_keys',
  'verifications',
  'verified_documents',
  'withdrawal_addresses',
  'withdrawal_beneficiaries',
];
const files = ({ person }: { person: Person }) => path.join(dataDir, 'files', 'verification', String(person.id));
const prefixed = (traces: Traces): Traces =>
  Object.fromEntries(Object.entries(traces).map(([what, trace]) => [`held ${what}`, trace]));
