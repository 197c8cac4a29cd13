/**
 * Account recovery without password and factors: documents, two of staff, a link. The owner is told of each step and can
 * stop it.
 */
import { RecoveryDecisions } from '../../../server/products/identity/api/recovery/recovery-decisions';
import { RecoveryPhotos } from '../../../server/products/identity/api/recovery/recovery-photos';
import { RecoveryRequests } from '../../../server/products/identity/api/recovery/recovery-requests';
import { maskedEmail } from '../../../shared/products/identity/rules/masks';
import { ACCOUNT_ROUTES } from '../../../shared/products/identity/account';
import { RECOVERY_HEADER, RECOVERY_ROUTES } from '../../../shared/products/identity/recovery';
import type { Route } from '../../../shared/wire/route';
import { SECURITY_ROUTES } from '../../../shared/products/identity/security';
import { codes as codesOf } from '../../tools/people/entrance';
import {
  expectSuccess,
  FUND_PASSWORD,
  HttpExchange,
  PASSWORD,
  type Answer,
  type Json,
  type Person,
} from '../../tools/people/http-exchange';
import { securityOf } from '../../tools/people/security';
import { picture, verificationOf } from '../../tools/people/verification';

const HOUR_MS = 3_600_000;
const NEW_PASSWORD = 'another-horse-battery';

let exchange: HttpExchange;
let admin: Person;
let now = 1_800_000_000_000;
const photos = new Map<string, Buffer>();

beforeAll(async () => {
  exchange = await HttpExchange.start(
    { LIMIT_PHOTOS_PER_MINUTE_MAX: '1000', LIMIT_TICKET_HOURS_MAX: '100000', LIMIT_TICKET_IDLE_MINUTES_MAX: '100000' },
    { clock: () => now },
  );
  admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
  for (const [index, kind] of ['front', 'back', 'hand_held'].entries()) {
    photos.set(
      kind,
      await picture(400, 320, index + 7)
        .jpeg()
        .toBuffer(),
    );
  }
});
afterAll(() => exchange.stop());

const pass = (ms: number) => void (now += ms);
const security = securityOf(() => exchange, { now: () => now, pass });
const { someone, submitted } = verificationOf(
  () => exchange,
  () => admin,
);
const { messages, overview, bound } = security;
let applicants = 0;

/** A user with verified documents, an authenticator and a fund password. */
async function owner(): Promise<Person & { secret: string }> {
  const person = await someone();
  const verification = await submitted(person);
  await exchange.act(admin, '/verification/approve', { verification });
  const set = { fundPassword: FUND_PASSWORD, password: PASSWORD };
  await expectSuccess(exchange.post('/app/security/fundPassword/set', set, person.ticket));
  const { secret } = await bound(person);
  return { ...person, secret };
}

interface Request {
  token: string;
  email: string;
}

async function begun(account: string, given?: string): Promise<Request> {
  pass(60_000);
  const email = given ?? `applicant-${++applicants}@test.example`;
  const code = await exchange.sentCode('recover', email);
  const { token } = await expectSuccess(exchange.post('/app/recovery/begin', { account, email, code }));
  return { token, email };
}

async function upload({ token }: Request, kind: string, bytes = photos.get(kind) as Buffer): Promise<Answer> {
  const response = await fetch(`${exchange.url}/exchange/app/recovery/uploadPhoto?kind=${kind}`, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { 'content-type': 'image/jpeg', [RECOVERY_HEADER]: token },
  });
  return { status: response.status, ...((await response.json()) as Json) } as Answer;
}
const submit = ({ token }: Request) => exchange.post('/app/recovery/submit', { token, documentType: 'passport' });

async function requested(account: string, email?: string): Promise<Request> {
  const request = await ready(account, email);
  await expectSuccess(submit(request));
  return request;
}

/** A request with photos, not yet submitted. */
async function ready(account: string, email?: string): Promise<Request> {
  const request = await begun(account, email);
  for (const kind of ['front', 'hand_held']) expect((await upload(request, kind)).code).toBe('success');
  return request;
}

const list = async (): Promise<Json[]> =>
  (await expectSuccess(exchange.post('/admin/recovery/list', {}, admin.ticket))).records;
const ofUser = async ({ id }: Person): Promise<Json> => (await list()).find(({ userId }) => userId === id);
const shown = async (person: Person): Promise<Json> => {
  const { recovery } = await ofUser(person);
  const request = { recovery, userId: person.id, reason: 'reason/show_verification' };
  return expectSuccess(exchange.post('/admin/recovery/person', request, admin.ticket));
};
const propose = async (person: Person) => {
  const { recovery } = await ofUser(person);
  return exchange.post('/admin/recovery/propose', { clientId: exchange.clientId(), recovery }, admin.ticket);
};
const finish = (token: string, password = NEW_PASSWORD) => exchange.post('/app/recovery/finish', { token, password });
const isIn = async (ticket: string) => (await exchange.get('/app/account/getUserInfo', ticket)).code === 'success';
const logIn = (username: string, password: string) =>
  exchange.form('/api/auth/oauth/token', { grant_type: 'password', username, password });
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
const letterTo = async (email: string, text: RegExp): Promise<string> => {
  for (; ; await pause()) {
    const found = (await exchange.letters(email)).map((letter) => text.exec(letter.text)?.[1]).find(Boolean);
    if (found !== undefined) return found;
  }
};
const sql = () => exchange.application.exchange.database.sql;
const linkOf = (email: string) => letterTo(email, /\/recoverAccount#([\w-]{43})/);
async function told(person: Person, key: string): Promise<void> {
  for (; ; await pause()) {
    const rows = await sql().selectFrom('messages').select('key').where('userId', '=', person.id).execute();
    if (rows.some((row) => row.key === key)) return;
  }
}

const ends = () => exchange.application.nest.get(RecoveryDecisions, { strict: false });
const rowOf = ({ id }: Person) => sql().selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const heldUntil = async (person: Person) => (await rowOf(person)).heldUntil;

/** A request approved up to the link. */
async function granted(person: Person): Promise<Request & { link: string }> {
  const request = await requested(person.email);
  await exchange.withApproval(propose(person));
  return { ...request, link: await linkOf(request.email) };
}

it('ASVS 6.4.2: no way into an account uses hints or secret questions', () => {
  const routes = [ACCOUNT_ROUTES, RECOVERY_ROUTES, SECURITY_ROUTES].flatMap((area) => Object.values(area));
  const asked = routes.flatMap(({ path, body }: Route) =>
    Object.keys(body?.shape ?? {}).map((field) => ({ path, field })),
  );
  expect(asked.length).toBeGreaterThan(50);
  expect(asked.filter(({ field }) => /hint|question|answer|maiden|memorable/i.test(field))).toEqual([]);
});

describe('a recovery request', () => {
  it('gets the same answer for unknown accounts, and staff do not see it then', async () => {
    const before = await list();
    const request = await begun('nobody@test.example');
    expect(await submit(request)).toMatchObject({ code: 'picture.required', data: { photos: ['front', 'hand_held'] } });
    for (const kind of ['front', 'hand_held']) {
      expect(await upload(request, kind)).toMatchObject({ code: 'success', data: { kind, width: 400, height: 320 } });
    }
    expect(await submit(request)).toMatchObject({ status: 200, code: 'success', data: null });
    expect(await submit(request)).toMatchObject({ code: 'recovery.not.found' });
    expect(await list()).toEqual(before);
    // Accounts of staff cannot be recovered: two of staff appoint them, and they prove themselves with their bound
    // factor.
    await requested(admin.email);
    expect(await list()).toEqual(before);
  });

  it("requires a code to the applicant's address and valid photos", async () => {
    const person = await owner();
    const body = { account: person.email, email: 'elsewhere@test.example', code: '000000' };
    expect(await exchange.post('/app/recovery/begin', body)).toMatchObject({ code: 'verification.code.error' });
    const request = await begun(person.email);
    expect(await upload(request, 'front', Buffer.from('nothing'))).toMatchObject({ code: 'photo.unreadable' });
    for (const kind of ['front', 'hand_held']) {
      expect(await upload(request, kind, photos.get('front'))).toMatchObject({ code: 'success' });
    }
    expect(await submit(request)).toMatchObject({ code: 'photo.repeated', data: { photos: ['front', 'hand_held'] } });
    expect(await upload({ ...request, token: 'x'.repeat(43) }, 'front')).toMatchObject({ code: 'recovery.not.found' });
    now += HOUR_MS;
    expect(await upload(request, 'front')).toMatchObject({ code: 'recovery.not.found' });
  });

  it('is announced to the owner at once, and staff see it beside the verified documents', async () => {
    const person = await owner();
    const { email } = await requested(person.email);
    await told(person, 'recovery.requested');
    await letterTo(person.email, /(Recovery of the account with documents requested)/);
    await letterTo(person.email, /\/securityLink#([\w-]{43})/);
    const { recovery, state } = await ofUser(person);
    expect(state).toBe('waiting');
    const detail = await expectSuccess(exchange.get(`/admin/recovery/detail?recovery=${recovery}`, admin.ticket));
    expect(detail).toMatchObject({
      ...{ userId: person.id, documentType: 'passport', frozen: false, emailTaken: false },
      ...{ email: maskedEmail(email), verified: { name: 'An***' } },
      factors: { authenticators: 1, passkeys: 0 },
    });
    expect(detail.photos.map(({ kind }: Json) => kind)).toEqual(['front', 'hand_held']);
    expect(await shown(person)).toEqual({
      ...{ recovery, email },
      verified: { documentNumber: `${person.id}Z`, name: 'Ana María Pérez' },
    });
    const response = await fetch(`${exchange.url}/exchange/admin/recovery/photo?photo=${detail.photos[0].photo}`, {
      headers: { ticket: admin.ticket },
    });
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(await exchange.get(`/admin/recovery/detail?recovery=${recovery}`, person.ticket)).toMatchObject({
      status: 403,
    });
  });

  it('is limited to three a day per address and twenty per account, so that nobody can lock the owner out', async () => {
    const person = await owner();
    const count = async () =>
      (await sql().selectFrom('recoveries').select('id').where('userId', '=', person.id).execute()).length;
    const requests: Request[] = [];
    for (let made = 0; made < 5; made++) requests.push(await ready(person.email, 'stranger@test.example'));
    await Promise.all(requests.map(async (request) => expectSuccess(submit(request))));
    expect(await count()).toBe(3);
    await requested(person.email);
    expect(await count()).toBe(4);
    for (let made = 0; made < 18; made++) await requested(person.email);
    expect(await count()).toBe(20);
  });

  it('is rejected with a reason and then has no effect', async () => {
    const person = await owner();
    await requested(person.email);
    const { recovery } = await ofUser(person);
    const decline = () => exchange.post('/admin/recovery/decline', { recovery, reason: 'another face' }, admin.ticket);
    await expectSuccess(decline());
    expect(await decline()).toMatchObject({ code: 'recovery.state.invalid' });
    expect(await propose(person)).toMatchObject({ code: 'recovery.state.invalid' });
    // A late confirmation has no effect either.
    await ends().grant(person.id, Number(recovery), 'test/declined');
    expect(await heldUntil(person)).toBeNull();
  });

  it('is logged with the owner whose documents were viewed', async () => {
    const person = await owner();
    await requested(person.email);
    const { recovery } = await ofUser(person);
    const { photos } = await expectSuccess(exchange.get(`/admin/recovery/detail?recovery=${recovery}`, admin.ticket));
    const headers = { ticket: admin.ticket };
    await shown(person);
    await fetch(`${exchange.url}/exchange/admin/recovery/photo?photo=${photos[0].photo}`, { headers });
    await propose(person);
    await exchange.post('/admin/recovery/decline', { recovery, reason: 'another face' }, admin.ticket);
    const rows = await sql().selectFrom('staffLog').selectAll().where('userId', '=', person.id).orderBy('id').execute();
    const target = `recovery/${recovery}`;
    expect(rows.filter(({ action }) => action.startsWith('admin/recovery/'))).toMatchObject([
      { action: 'admin/recovery/detail', target },
      { action: 'admin/recovery/person', target, outcome: 'success' },
      { action: 'admin/recovery/photo', target: `photo/${photos[0].photo}` },
      { action: 'admin/recovery/propose', target, outcome: expect.stringMatching(/^proposed\/\d+$/) },
      { action: 'admin/recovery/decline', target },
    ]);
  });

  it('accepts no photos after submission, and keeps none once it is over', async () => {
    const [waiting, over] = [await owner(), await owner()];
    await requested(waiting.email);
    const { recovery } = await ofUser(waiting);
    const store = exchange.application.nest.get(RecoveryPhotos, { strict: false });
    const late = { jpeg: photos.get('front') as Buffer, width: 400, height: 320 };
    await expect(store.keep(Number(recovery), 'front', late)).rejects.toThrow('recovery.not.found');
    const orphan = { id: 'orphan', recoveryId: 999_999, kind: 'front', width: 1, height: 1, uploadedAt: 0 } as const;
    await sql().insertInto('recoveryPhotos').values(orphan).execute();
    const { link } = await granted(over);
    await expectSuccess(finish(link));
    const requests = exchange.application.nest.get(RecoveryRequests, { strict: false });
    const idOf = async (person: Person) => Number((await ofUser(person)).recovery);
    const kept = async () => ({
      waiting: (await store.photosOf(await idOf(waiting))).length,
      over: (await store.photosOf(await idOf(over))).length,
      orphans: (await store.photosOf(orphan.recoveryId)).length,
    });
    await requests.sweep();
    expect(await kept()).toEqual({ waiting: 2, over: 2, orphans: 0 });
    now += 30 * 24 * HOUR_MS;
    await requests.sweep();
    expect(await kept()).toEqual({ waiting: 2, over: 0, orphans: 0 });
    now += 60 * 24 * HOUR_MS;
    await requests.sweep();
    expect(await ofUser(waiting)).toBeUndefined();
    expect((await ofUser(over)).state).toBe('finished');
  });
});

describe('approval by two of staff', () => {
  it('ASVS 6.4.4: ends sessions and holds withdrawals; the owner sets a new password by a one-time link', async () => {
    const person = await owner();
    const request = await requested(person.email);
    const { data } = await propose(person);
    expect(data.proposal).toEqual(expect.any(String));
    await told(person, 'recovery.proposed');
    expect((await ofUser(person)).state).toBe('proposed');
    expect(await isIn(person.ticket)).toBe(true);
    await exchange.two.confirm(Number(data.proposal));
    const link = await linkOf(request.email);
    await told(person, 'recovery.granted');
    expect([await isIn(person.ticket), (await ofUser(person)).state]).toEqual([false, 'granted']);
    // The account's factors are removed when the owner is back, not before.
    expect(await logIn(person.email, PASSWORD)).toMatchObject({ code: 'google.code.required' });
    expect(await finish(link, 'password')).toMatchObject({ code: 'password.too.weak' });
    expect(await finish('x'.repeat(43))).toMatchObject({ code: 'recovery.link.invalid' });
    const grantedAt = now;
    now += HOUR_MS;
    expect(codesOf(await Promise.all([finish(link), finish(link)]))).toEqual(['recovery.link.invalid', 'success']);
    expect(await finish(link)).toMatchObject({ code: 'recovery.link.invalid' });
    expect(await logIn(person.email, NEW_PASSWORD)).toMatchObject({ code: 'login.failed' });
    const entered = await logIn(request.email, NEW_PASSWORD);
    expect(entered.code).toBe('success');
    const back = { ...person, email: request.email, ticket: entered.body.access_token as string };
    expect(await overview(back)).toMatchObject({ authenticators: 0, recoveryCodesLeft: 0, fundPassword: false });
    const { heldUntil } = await expectSuccess(exchange.get('/app/withdraw/quote?asset=USDT&chain=ERC20', back.ticket));
    expect(heldUntil).toBe(now + 72 * HOUR_MS);
    expect(heldUntil).toBeGreaterThanOrEqual(grantedAt + 72 * HOUR_MS);
    expect((await messages(back)).slice(0, 2)).toContain('recovery.finished');
    expect((await ofUser(person)).state).toBe('finished');
    // The journal contains numbers only.
    let journal = '';
    for await (const { text } of exchange.application.exchange.journal.readStored(1)) journal += text;
    expect(journal).toContain('AccountRecovered');
    expect(journal).not.toContain(request.email);
  });

  it('is stopped by the owner, who freezes the account by the link of a letter, before and after it', async () => {
    const [before, after] = [await owner(), await owner()];
    await requested(before.email);
    const token = await letterTo(before.email, /\/securityLink#([\w-]{43})/);
    const { data } = await propose(before);
    await expectSuccess(exchange.post('/app/letterLink/act', { token, act: 'freeze' }));
    await expect(exchange.two.confirm(Number(data.proposal))).rejects.toThrow();
    expect((await ofUser(before)).state).not.toBe('granted');

    const { link } = await granted(after);
    await expectSuccess(
      exchange.post('/app/letterLink/act', {
        token: await letterTo(after.email, /\/securityLink#([\w-]{43})/),
        act: 'freeze',
      }),
    );
    expect(['account.frozen', 'recovery.link.invalid']).toContain((await finish(link)).code);
  });

  it('opens no account with locked settings, nor by a link older than a week', async () => {
    const [locked, late] = [await owner(), await owner()];
    const proof = { password: PASSWORD, secondFactor: security.next(locked.secret) };
    await expectSuccess(exchange.post('/app/security/lockSettings', { days: 30, ...proof }, locked.ticket));
    await requested(locked.email);
    expect(await propose(locked)).toMatchObject({ code: 'settings.locked' });
    const { link } = await granted(late);
    now += 7 * 24 * HOUR_MS;
    expect(await finish(link)).toMatchObject({ code: 'recovery.link.invalid' });
  });

  it('adds no address to the account, and ends links to its old mailbox and phone', async () => {
    const [taken, late, phoned] = [await owner(), await owner(), await owner()];
    await requested(taken.email, (await someone()).email);
    expect(await propose(taken)).toMatchObject({ code: 'address.already.bound' });

    const { link, email } = await granted(late);
    const other = await someone();
    await sql().updateTable('users').set({ email }).where('id', '=', other.id).execute();
    expect(await finish(link)).toMatchObject({ code: 'address.already.bound' });
    expect(await rowOf(late)).toMatchObject({ email: late.email });
    expect(await logIn(late.email, PASSWORD)).toMatchObject({ code: 'google.code.required' });
    expect((await ofUser(late)).state).toBe('granted');

    const phone = '+819077770001';
    await sql().updateTable('users').set({ phone }).where('id', '=', phoned.id).execute();
    await expectSuccess(finish((await granted(phoned)).link));
    expect(await rowOf(phoned)).toMatchObject({ phone: null });
    expect(await logIn(phone, NEW_PASSWORD)).toMatchObject({ code: 'login.failed' });
  });

  it('is revoked while the link is unused: by staff, by a freeze, or by the use of another link', async () => {
    const [declined, frozen, twice] = [await owner(), await owner(), await owner()];
    const first = await granted(declined);
    const { recovery } = await ofUser(declined);
    await expectSuccess(exchange.post('/admin/recovery/decline', { recovery, reason: 'a mistake' }, admin.ticket));
    expect(await finish(first.link)).toMatchObject({ code: 'recovery.link.invalid' });

    const second = await granted(frozen);
    const token = await letterTo(frozen.email, /\/securityLink#([\w-]{43})/);
    await expectSuccess(exchange.post('/app/letterLink/act', { token, act: 'freeze' }));
    await told(frozen, 'account.frozen');
    await exchange.act(admin, '/account/unfreeze', { userId: frozen.id, reason: 'reviewed' });
    expect(await finish(second.link)).toMatchObject({ code: 'recovery.link.invalid' });

    const waiting = await requested(twice.email);
    const third = await granted(twice);
    await expectSuccess(finish(third.link));
    const rows = await sql().selectFrom('recoveries').selectAll().where('userId', '=', twice.id).execute();
    expect(rows.map(({ email, status }) => [email, status])).toEqual([
      [waiting.email, 'declined'],
      [third.email, 'finished'],
    ]);
  });

  it('opens no account that has become staff in the meantime', async () => {
    const person = await owner();
    const { link } = await granted(person);
    await exchange.two.name(person.id, 'admin');
    expect(await finish(link)).toMatchObject({ code: 'recovery.link.invalid' });
    const { recovery } = await ofUser(person);
    const linkHash = async () =>
      (await sql().selectFrom('recoveries').select('linkHash').where('id', '=', recovery).executeTakeFirstOrThrow())
        .linkHash;
    const before = await linkHash();
    await ends().grant(person.id, Number(recovery), 'test/staff');
    expect(await linkHash()).toBe(before);
  });
});
