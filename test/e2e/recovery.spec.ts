/** The way back in without password and factors: documents, two of staff, a link, and an owner who hears of each step and stops it. */
import { RECOVERY_HEADER } from '../../shared/wire/recovery';
import { codes as codesOf } from '../tools/entrance';
import {
  done,
  FUND_PASSWORD,
  HttpExchange,
  PASSWORD,
  type Answer,
  type Json,
  type Person,
} from '../tools/http-exchange';
import { securityOf } from '../tools/security';
import { picture, verificationOf } from '../tools/verification';

const HOUR_MS = 3_600_000;
const NEW_PASSWORD = 'another-horse-battery';

let exchange: HttpExchange;
let admin: Person;
let now = 1_800_000_000_000;
let photo: Buffer;

beforeAll(async () => {
  exchange = await HttpExchange.start(
    { LIMIT_PHOTOS_PER_MINUTE_MAX: '1000', LIMIT_TICKET_HOURS_MAX: '100000', LIMIT_TICKET_IDLE_MINUTES_MAX: '100000' },
    { clock: () => now },
  );
  admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
  photo = await picture(400, 320, 7).jpeg().toBuffer();
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

/** Somebody whose documents staff have seen, with an authenticator and a fund password. */
async function owner(): Promise<Person & { secret: string }> {
  const person = await someone();
  const verification = await submitted(person);
  await exchange.act(admin, '/verification/approve', { verification });
  const set = { fundPassword: FUND_PASSWORD, password: PASSWORD };
  await done(exchange.post('/app/security/fundPassword/set', set, person.ticket));
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
  const { token } = await done(exchange.post('/app/recovery/begin', { account, email, code }));
  return { token, email };
}

async function upload({ token }: Request, kind: string, bytes = photo): Promise<Answer> {
  const response = await fetch(`${exchange.url}/exchange/app/recovery/uploadPhoto?kind=${kind}`, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { 'content-type': 'image/jpeg', [RECOVERY_HEADER]: token },
  });
  return { status: response.status, ...((await response.json()) as Json) } as Answer;
}
const submit = ({ token }: Request) => exchange.post('/app/recovery/submit', { token, documentType: 'passport' });

async function requested(account: string): Promise<Request> {
  const request = await begun(account);
  for (const kind of ['front', 'hand_held']) expect((await upload(request, kind)).code).toBe('success');
  await done(submit(request));
  return request;
}

const list = async (): Promise<Json[]> => (await done(exchange.post('/admin/recovery/list', {}, admin.ticket))).records;
const ofUser = async ({ id }: Person): Promise<Json> => (await list()).find(({ userId }) => userId === id);
const propose = async (person: Person) => {
  const { recovery } = await ofUser(person);
  return exchange.post('/admin/recovery/propose', { clientId: exchange.clientId(), recovery }, admin.ticket);
};
const finish = (token: string, password = NEW_PASSWORD) => exchange.post('/app/recovery/finish', { token, password });
const isIn = async (ticket: string) => (await exchange.get('/app/account/getUserInfo', ticket)).code === 'success';
const logIn = (username: string, password: string) =>
  exchange.form('/api/auth/oauth/token', { grant_type: 'password', username, password });
const letterTo = async (email: string, text: RegExp): Promise<string> => {
  for (let tries = 0; tries < 400; tries++) {
    const found = (await exchange.letters(email)).map((letter) => text.exec(letter.text)?.[1]).find(Boolean);
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`no letter to ${email}`);
};
const linkOf = (email: string) => letterTo(email, /\/recoverAccount#([\w-]{43})/);
async function told(person: Person, key: string): Promise<void> {
  const { sql } = exchange.application.exchange.database;
  for (let tries = 0; tries < 400; tries++) {
    const rows = await sql.selectFrom('messages').select('key').where('userId', '=', person.id).execute();
    if (rows.some((row) => row.key === key)) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${key} was not told`);
}

/** As far as the link. */
async function granted(person: Person): Promise<Request & { link: string }> {
  const request = await requested(person.email);
  await exchange.decided(propose(person));
  return { ...request, link: await linkOf(request.email) };
}

describe('a request to be let back in', () => {
  it('is answered the same for nobody’s account, and then nobody sees it', async () => {
    const before = await list();
    const request = await begun('nobody@test.example');
    expect(await submit(request)).toMatchObject({ code: 'picture.required', data: { photos: ['front', 'hand_held'] } });
    for (const kind of ['front', 'hand_held']) {
      expect(await upload(request, kind)).toMatchObject({ code: 'success', data: { kind, width: 400, height: 320 } });
    }
    expect(await submit(request)).toMatchObject({ status: 200, code: 'success', data: null });
    expect(await submit(request)).toMatchObject({ code: 'recovery.not.found' });
    expect(await list()).toEqual(before);
    // Nor a member of staff's: they are named by two, and prove themselves by what they bound then.
    await requested(admin.email);
    expect(await list()).toEqual(before);
  });

  it('takes a code to the address where the applicant is reached, and photos that are some', async () => {
    const person = await owner();
    const body = { account: person.email, email: 'elsewhere@test.example', code: '000000' };
    expect(await exchange.post('/app/recovery/begin', body)).toMatchObject({ code: 'verification.code.error' });
    const request = await begun(person.email);
    expect(await upload(request, 'front', Buffer.from('nothing'))).toMatchObject({ code: 'photo.unreadable' });
    expect(await upload({ ...request, token: 'x'.repeat(43) }, 'front')).toMatchObject({ code: 'recovery.not.found' });
    now += HOUR_MS;
    expect(await upload(request, 'front')).toMatchObject({ code: 'recovery.not.found' });
  });

  it('is told to the owner at once, and shown to staff beside what the account was verified by', async () => {
    const person = await owner();
    const { email } = await requested(person.email);
    await told(person, 'recovery.requested');
    await letterTo(person.email, /(Recovery of the account with documents requested)/);
    await letterTo(person.email, /\/securityLink#([\w-]{43})/);
    const { recovery, state } = await ofUser(person);
    expect(state).toBe('waiting');
    const detail = await done(exchange.get(`/admin/recovery/detail?recovery=${recovery}`, admin.ticket));
    expect(detail).toMatchObject({
      ...{ userId: person.id, email, documentType: 'passport', frozen: false, emailTaken: false },
      verified: { documentNumber: `${person.id}Z`, name: 'Ana María Pérez' },
      factors: { authenticators: 1, passkeys: 0 },
    });
    expect(detail.photos.map(({ kind }: Json) => kind)).toEqual(['front', 'hand_held']);
    const response = await fetch(`${exchange.url}/exchange/admin/recovery/photo?photo=${detail.photos[0].photo}`, {
      headers: { ticket: admin.ticket },
    });
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(await exchange.get(`/admin/recovery/detail?recovery=${recovery}`, person.ticket)).toMatchObject({
      status: 403,
    });
  });

  it('is looked at three times a day of one account, and no more', async () => {
    const person = await owner();
    for (let count = 0; count < 5; count++) await requested(person.email);
    expect((await list()).filter(({ userId }) => userId === person.id)).toHaveLength(3);
  });

  it('is turned down with a reason, and then leads nowhere', async () => {
    const person = await owner();
    await requested(person.email);
    const { recovery } = await ofUser(person);
    const decline = () => exchange.post('/admin/recovery/decline', { recovery, reason: 'another face' }, admin.ticket);
    await done(decline());
    expect(await decline()).toMatchObject({ code: 'recovery.state.invalid' });
    expect(await propose(person)).toMatchObject({ code: 'recovery.state.invalid' });
  });
});

describe('two of staff who agree', () => {
  it('end log-ins and hold withdrawals, and the owner sets a new password by a link that is good once', async () => {
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
    // What guards the account goes when its owner is back, and not before.
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
    const { heldUntil } = await done(exchange.get('/app/withdraw/quote?asset=USDT&chain=ERC20', back.ticket));
    expect(heldUntil).toBe(now + 72 * HOUR_MS);
    expect(heldUntil).toBeGreaterThanOrEqual(grantedAt + 72 * HOUR_MS);
    expect((await messages(back)).slice(0, 2)).toContain('recovery.finished');
    expect((await ofUser(person)).state).toBe('finished');
    // The journal names numbers alone.
    const told0 = JSON.stringify(exchange.application.exchange.engine.state().staff.proposals.size);
    expect(told0).not.toContain('@');
  });

  it('are stopped by the owner, who freezes the account by the link of a letter, before and after they agreed', async () => {
    const [before, after] = [await owner(), await owner()];
    await requested(before.email);
    const token = await letterTo(before.email, /\/securityLink#([\w-]{43})/);
    const { data } = await propose(before);
    await done(exchange.post('/app/letterLink/act', { token, act: 'freeze' }));
    await expect(exchange.two.confirm(Number(data.proposal))).rejects.toThrow();
    expect((await ofUser(before)).state).not.toBe('granted');

    const { link } = await granted(after);
    await done(
      exchange.post('/app/letterLink/act', {
        token: await letterTo(after.email, /\/securityLink#([\w-]{43})/),
        act: 'freeze',
      }),
    );
    expect(await finish(link)).toMatchObject({ code: 'account.frozen' });
  });

  it('let nobody in while the owner has locked the settings, nor by a link that is a week old', async () => {
    const [locked, late] = [await owner(), await owner()];
    const proof = { password: PASSWORD, secondFactor: security.next(locked.secret) };
    await done(exchange.post('/app/security/lockSettings', { days: 30, ...proof }, locked.ticket));
    await requested(locked.email);
    expect(await propose(locked)).toMatchObject({ code: 'settings.locked' });
    const { link } = await granted(late);
    now += 7 * 24 * HOUR_MS;
    expect(await finish(link)).toMatchObject({ code: 'recovery.link.invalid' });
  });
});
