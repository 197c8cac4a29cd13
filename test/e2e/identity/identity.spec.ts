import { io, type Socket } from 'socket.io-client';
import { Codes } from '../../../server/platform/auth/factors/codes';
import { NewPasswords } from '../../../server/platform/auth/log-in/new-passwords';
import { Tickets } from '../../../server/platform/auth/tickets';
import { Users } from '../../../server/platform/auth/users';
import { Messages } from '../../../server/platform/messages/messages';
import {
  SOCKET_PATH,
  type Ack,
  type MessageNote,
  type MessagePush,
  type SessionPush,
} from '../../../shared/wire/market-data';
import { codes, entranceOf, NEW_PASSWORD, otherThan } from '../../tools/people/entrance';
import { HttpExchange, PASSWORD, type Json, type Person } from '../../tools/people/http-exchange';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let exchange: HttpExchange;
let now = 1_800_000_000_000;

beforeAll(async () => {
  exchange = await HttpExchange.start(
    { LIMIT_REGISTRATIONS_PER_MINUTE_MAX: '1000', LIMIT_CODES_PER_MINUTE_MAX: '1000' },
    { clock: () => now },
  );
});
afterAll(() => exchange.stop());

const { send, token, logInByCode, resetPassword, info } = entranceOf(() => exchange);

describe('log-in by password', () => {
  it('locks an account for fifteen minutes after five failures, and further failures do not extend that', async () => {
    const judy = await exchange.person('judy');
    for (let count = 0; count < 5; count++)
      expect((await token(judy.email, 'wrong-password')).code).toBe('login.failed');
    const lockedUntil = now + 15 * MINUTE_MS;
    now += 5 * MINUTE_MS;
    const refused = await token(judy.email);
    expect(refused).toMatchObject({ status: 200, code: 'tries.too.many', data: { lockedUntil } });
    expect(refused.headers.get('retry-after')).toBe('600');
    now += 10 * MINUTE_MS - 1;
    expect((await token(judy.email)).code).toBe('tries.too.many');
    now += 1;
    expect((await token(judy.email)).code).toBe('success');
  });

  it('locks unknown names likewise', async () => {
    const kim = await exchange.person('kim');
    const tries = async (name: string) => {
      const bodies: Json[] = [];
      for (let count = 0; count < 7; count++) bodies.push((await token(name, 'wrong-password')).body);
      return bodies;
    };
    expect(await tries('no-kim@test.example')).toEqual(await tries(kim.email));
    expect(await tries('no name at all')).toEqual(await tries('no-kim-either@test.example'));
  });

  it('accepts any text as a name', async () => {
    for (const name of ['\0', 'nul\0@test.example', '\u202e', '+', 'x'.repeat(254)]) {
      expect(await token(name, 'wrong-password')).toMatchObject({ status: 200, code: 'login.failed' });
    }
  });

  it('ASVS 6.2.10: never requires a new password because of age', async () => {
    const olive = await exchange.person('olive');
    now += 3_650 * DAY_MS;
    const answer = await token(olive.email);
    expect(answer).toMatchObject({ status: 200, code: 'success' });
    expect((await info(answer.body.access_token)).data).toMatchObject({ userId: olive.id });
  });

  it('counts concurrent failures', async () => {
    const leo = await exchange.person('leo');
    const answers = await Promise.all(Array.from({ length: 20 }, () => token(leo.email, 'wrong-password')));
    expect(codes(answers).filter((code) => code === 'login.failed')).toHaveLength(5);
    expect(codes(answers).filter((code) => code === 'tries.too.many')).toHaveLength(15);
  });

  it('allows ten concurrent log-ins of one person and resets earlier failures', async () => {
    const mia = await exchange.person('mia');
    for (let count = 0; count < 4; count++) await token(mia.email, 'wrong-password');
    const answers = await Promise.all(Array.from({ length: 10 }, () => token(mia.email)));
    expect(new Set(codes(answers))).toEqual(new Set(['success']));
    for (let count = 0; count < 4; count++) await token(mia.email, 'wrong-password');
    expect((await token(mia.email)).code).toBe('success');
  });

  it('locks neither the phone after failures by e-mail, nor existing sessions', async () => {
    const ned = await exchange.person('ned');
    await exchange.application.exchange.database.sql
      .updateTable('users')
      .set({ phone: '+12133734253' })
      .where('id', '=', ned.id)
      .execute();
    for (let count = 0; count < 5; count++) await token(ned.email, 'wrong-password');
    expect((await token(ned.email)).code).toBe('tries.too.many');
    expect((await token('+12133734253')).code).toBe('success');
    const freeze = { clientId: 'mine', password: PASSWORD };
    expect(await exchange.post('/app/security/freeze', freeze, ned.ticket)).toMatchObject({ code: 'success' });
  });
});

describe('log-in by code', () => {
  it('ASVS 6.1.3, 6.3.4: works once', async () => {
    const olga = await exchange.person('olga');
    const code = await exchange.sentCode('login', olga.email);
    expect((await logInByCode(olga.email, otherThan(code))).code).toBe('verification.code.error');
    const answer = await logInByCode(olga.email, code);
    expect(answer).toMatchObject({ code: 'success', data: { userId: olga.id, userType: 3 } });
    expect((await info(answer.body.access_token)).data.userId).toBe(olga.id);
    expect((await logInByCode(olga.email, code)).code).toBe('verification.code.error');
  });

  it('works once if used twice at the same time', async () => {
    const pete = await exchange.person('pete');
    const code = await exchange.sentCode('login', pete.email);
    const answers = await Promise.all([logInByCode(pete.email, code), logInByCode(pete.email, code)]);
    expect(codes(answers)).toEqual(['success', 'verification.code.error']);
  });

  it('ASVS 7.6.2: rejects unknown users even with the right code', async () => {
    const address = 'stranger@test.example';
    const code = await exchange.application.nest
      .get(Codes)
      .create({ purpose: 'login', address, requester: 'address/127.0.0.1' });
    expect((await logInByCode(address, code)).code).toBe('verification.code.error');
  });
});

describe('a forgotten password', () => {
  it('is reset by a code; all sessions end and the old password stops working', async () => {
    const quinn = await exchange.person('quinn');
    const socket = await connect(quinn.ticket);
    for (let count = 0; count < 5; count++) await token(quinn.email, 'wrong-password');
    const code = await exchange.sentCode('forgot', quinn.email);
    expect((await resetPassword(quinn.email, otherThan(code))).code).toBe('verification.code.error');
    expect((await resetPassword(quinn.email, code, 'short')).code).toBe('password.too.weak');
    const dropped = droppedWithin(socket, 1_000);
    expect(await resetPassword(quinn.email, code)).toMatchObject({ status: 200, code: 'success', data: null });
    expect(await dropped).toMatchObject({ code: '4001' });
    expect(await info(quinn.ticket)).toMatchObject({ status: 401, code: '4001' });
    // The lock applied to the old password and was lifted with it.
    expect((await token(quinn.email)).code).toBe('login.failed');
    expect((await token(quinn.email, NEW_PASSWORD)).code).toBe('success');
    expect((await resetPassword(quinn.email, code)).code).toBe('verification.code.error');
    const [letter] = await exchange.letters(quinn.email);
    expect(letter.subject).toBe('Security notice: Login password reset');
    const ticket = (await token(quinn.email, NEW_PASSWORD)).body.access_token;
    expect((await messagesOf(ticket)).map(({ key }: Json) => key)).toEqual(['password.changed']);
  });

  it('of an unknown user gets the same answer as a wrong code', async () => {
    const known = await exchange.person('rita');
    await exchange.sentCode('forgot', known.email);
    await send('forgot', 'no-rita@test.example');
    const [wrong, unknown] = [
      await resetPassword(known.email, '12345x'),
      await resetPassword('no-rita@test.example', '12345x'),
    ];
    expect(wrong.code).toBe('verification.code.error');
    expect(unknown.body).toEqual(wrong.body);
  });

  it('is reset once if the code comes twice at the same time', async () => {
    const sam = await exchange.person('sam');
    const code = await exchange.sentCode('forgot', sam.email);
    const answers = await Promise.all([
      resetPassword(sam.email, code, 'first-new-password'),
      resetPassword(sam.email, code, 'second-new-password'),
    ]);
    expect(codes(answers)).toEqual(['success', 'verification.code.error']);
    const entered = [await token(sam.email, 'first-new-password'), await token(sam.email, 'second-new-password')];
    expect(codes(entered)).toEqual(['login.failed', 'success']);
  });
});

describe('a changed password', () => {
  const CHANGE = { change: 'password.changed', from: { ip: '127.0.0.1', userAgent: '' } } as const;

  it('keeps the session that changed it and drops the others, with their sockets, within one second', async () => {
    const tina = await exchange.person('tina');
    const other = await exchange.logIn(tina.email);
    const [own, others] = await Promise.all([connect(tina.ticket), connect(other)]);
    const dropped = droppedWithin(others, 1_000);
    const user = await rowOf(tina);
    expect(await exchange.application.nest.get(NewPasswords).set(user, NEW_PASSWORD, CHANGE, tina.ticket)).toBe(1);
    expect(await dropped).toMatchObject({ code: '4001' });
    expect((await info(other)).status).toBe(401);
    expect((await info(tina.ticket)).code).toBe('success');
    expect(own.connected).toBe(true);
    own.close();
  });

  it('aborts a log-in that began with the old password', async () => {
    const uma = await exchange.person('uma');
    const user = await rowOf(uma);
    await exchange.application.nest.get(NewPasswords).set(user, NEW_PASSWORD, CHANGE);
    const issued = await exchange.application.nest.get(Tickets).issue(user, { ip: '127.0.0.1', userAgent: '' });
    expect(issued).toBeNull();
  });

  it('leaves no session by the old password, even with concurrent log-ins', async () => {
    const vera = await exchange.person('vera');
    const user = await rowOf(vera);
    const [, ...entered] = await Promise.all([
      exchange.application.nest.get(NewPasswords).set(user, NEW_PASSWORD, CHANGE),
      ...Array.from({ length: 5 }, () => token(vera.email)),
    ]);
    for (const answer of entered) {
      if (answer.code === 'success') expect((await info(answer.body.access_token)).status).toBe(401);
      else expect(answer.code).toBe('login.failed');
    }
  });
});

describe('sessions of a user', () => {
  const sessions = async (ticket: string) => (await exchange.get('/app/account/session/list', ticket)).data.records;
  const end = (session: string, ticket: string) => exchange.post('/app/account/session/end', { session }, ticket);

  it('ASVS 7.1.2: are listed with their origin, the current one first, without tickets', async () => {
    const wendy = await exchange.person('wendy');
    const started = now;
    now += 5 * MINUTE_MS;
    const other = (await token(wendy.email, PASSWORD, {}, { 'user-agent': FIREFOX })).body.access_token;
    now += 2 * MINUTE_MS;
    await info(wendy.ticket);
    const listed = await sessions(wendy.ticket);
    expect(listed).toMatchObject([
      { current: true, startedAt: started, lastSeenAt: now, ip: '127.0.0.1', place: null },
      { current: false, startedAt: started + 5 * MINUTE_MS, device: 'Firefox, Linux', userAgent: FIREFOX },
    ]);
    expect(JSON.stringify(listed)).not.toContain(other);
    expect((await sessions(other))[0]).toMatchObject({ current: true, device: 'Firefox, Linux' });
  });

  it('ASVS 7.5.2, 8.2.2: are ended one by one, by their own user only', async () => {
    const [xena, yuri] = [await exchange.person('xena'), await exchange.person('yuri')];
    const other = await exchange.logIn(xena.email);
    const socket = await connect(other);
    const [, { session }] = await sessions(xena.ticket);
    expect(await end(session, yuri.ticket)).toMatchObject({ status: 200, code: 'session.not.found' });
    expect((await info(other)).code).toBe('success');
    const dropped = droppedWithin(socket, 1_000);
    expect((await end(session, xena.ticket)).code).toBe('success');
    expect(await dropped).toMatchObject({ code: '4001' });
    expect(await info(other)).toMatchObject({ status: 401, code: '4001' });
    expect((await end(session, xena.ticket)).code).toBe('session.not.found');
    expect(await sessions(xena.ticket)).toHaveLength(1);
  });

  it('are all ended except the requesting one', async () => {
    const zoe = await exchange.person('zoe');
    const others = [await exchange.logIn(zoe.email), await exchange.logIn(zoe.email)];
    const answer = await exchange.post('/app/account/session/endOthers', {}, zoe.ticket);
    expect(answer.data).toEqual({ ended: 2 });
    for (const ticket of others) expect((await info(ticket)).status).toBe(401);
    expect((await info(zoe.ticket)).code).toBe('success');
  });

  it('ASVS 16.3.1: are recorded along with failures, visible to their user only', async () => {
    const [amy, bob] = [await exchange.person('amy'), await exchange.person('bobby')];
    await token(amy.email, 'wrong-password', {}, { 'user-agent': FIREFOX });
    const code = await exchange.sentCode('login', amy.email);
    await logInByCode(amy.email, otherThan(code));
    await logInByCode(amy.email, code);
    const history = async (ticket: string, page = {}) =>
      (await exchange.post('/app/account/logIns', page, ticket)).data;
    const { records, total } = await history(amy.ticket);
    expect(total).toBe(4);
    expect(records.map(({ method, outcome }: Json) => `${method} ${outcome}`)).toEqual([
      'code success',
      'code code.wrong',
      'password password.wrong',
      'password success',
    ]);
    expect(records[2]).toMatchObject({ at: now, ip: '127.0.0.1', device: 'Firefox, Linux', place: null });
    expect((await history(amy.ticket, { pageIndex: 2, pageSize: 3 })).records).toHaveLength(1);
    expect((await history(bob.ticket)).total).toBe(1);
    const row = await rowOf(amy);
    now += 90 * DAY_MS;
    const ticket = await exchange.logIn(amy.email);
    expect((await history(ticket)).total).toBe(1);
    expect(row.id).toBe(amy.id);
  });

  it("from a new device are announced in the user's language", async () => {
    const cleo = await exchange.person('cleo');
    const { sql } = exchange.application.exchange.database;
    await sql
      .updateTable('users')
      .set({ language: 'kr', antiPhishingCode: '고래' })
      .where('id', '=', cleo.id)
      .execute();
    await exchange.logIn(cleo.email);
    expect(await messagesOf(cleo.ticket)).toEqual([]);
    await token(cleo.email, PASSWORD, {}, { 'user-agent': FIREFOX });
    await token(cleo.email, PASSWORD, {}, { 'user-agent': FIREFOX });
    const messages = await messagesOf(cleo.ticket);
    expect(messages).toMatchObject([
      { key: 'login.new.device', facts: { device: 'Firefox, Linux', ip: '127.0.0.1' }, readAt: null },
    ]);
    expect(messages[0].text).toContain('Firefox, Linux (127.0.0.1)');
    const [letter] = await exchange.letters(cleo.email);
    expect(letter.subject).toBe('새 기기 로그인 알림');
    expect(letter.text).toContain('피싱 방지 코드: 고래');
    expect(letter.text).toContain('Firefox, Linux');
  });
});

describe('message centre', () => {
  const messages = () => exchange.application.nest.get(Messages);
  const unread = async (ticket: string) => (await exchange.get('/app/message/unread', ticket)).data.unread;

  it("shows messages in the reader's language, one per origin", async () => {
    const dora = await exchange.person('dora');
    const facts = { asset: 'USDT', amount: '12.5' };
    const told = await Promise.all(
      Array.from({ length: 5 }, () => messages().notify(dora.id, 'withdrawal.paid', facts, 'withdrawal/1/paid')),
    );
    expect(told.filter(Boolean)).toHaveLength(1);
    expect(await messages().notify(dora.id, 'withdrawal.paid', facts, 'withdrawal/1/paid')).toBe(false);
    const read = async (lang: string) =>
      (await exchange.post('/app/message/list', {}, dora.ticket, { lang })).data.records[0];
    expect(await read('en')).toMatchObject({
      title: 'Withdrawal paid',
      text: 'Your withdrawal of 12.5 USDT has been paid.',
    });
    expect(await read('zh')).toMatchObject({ title: '提现已支付', text: '您的 12.5 USDT 提现已支付。' });
  });

  it("counts unread messages and marks only the user's own as read", async () => {
    const [emil, fay] = [await exchange.person('emil'), await exchange.person('fay')];
    for (const amount of ['1', '2', '3'])
      await messages().notify(emil.id, 'recharge.credited', { asset: 'BTC', amount });
    await messages().notify(fay.id, 'recharge.credited', { asset: 'BTC', amount: '4' });
    expect(await unread(emil.ticket)).toBe(3);
    const [newest] = await messagesOf(emil.ticket);
    const [foreign] = await messagesOf(fay.ticket);
    expect(newest.facts).toEqual({ asset: 'BTC', amount: '3' });
    const read = await exchange.post('/app/message/read', { messages: [newest.message, foreign.message] }, emil.ticket);
    expect(read.data).toEqual({ unread: 2 });
    expect(await unread(fay.ticket)).toBe(1);
    const { data } = await exchange.post('/app/message/list', { onlyUnread: true, pageSize: 1 }, emil.ticket);
    expect(data).toMatchObject({ total: 2, records: [{ facts: { amount: '2' }, readAt: null }] });
    expect((await exchange.post('/app/message/readAll', {}, emil.ticket)).data).toEqual({ unread: 0 });
    expect((await messagesOf(emil.ticket)).every(({ readAt }: Json) => readAt === now)).toBe(true);
  });

  it('requires a log-in', async () => {
    expect(await exchange.post('/app/message/list', {})).toMatchObject({ code: 'login.user.not.login' });
    expect(await exchange.get('/app/message/unread')).toMatchObject({ code: 'login.user.not.login' });
  });

  it('is pushed at once on the private channel of its user only', async () => {
    const [gil, hana] = [await exchange.person('gil'), await exchange.person('hana')];
    const [own, foreign] = await Promise.all([connect(gil.ticket), connect(hana.ticket)]);
    const heard: MessageNote[] = [];
    foreign.on('message', ({ messages: told }: MessagePush) => heard.push(...told));
    await Promise.all([own, foreign].map((socket) => subscribe(socket)));
    const pushed = new Promise<MessageNote>((resolve) =>
      own.on('message', ({ messages: told }: MessagePush) => told.forEach(resolve)),
    );
    await messages().notify(gil.id, 'transfer.done', { asset: 'USDT', amount: '5', from: 'spot', to: 'contract' });
    const [{ message }] = await messagesOf(gil.ticket);
    expect(await pushed).toEqual({ id: message, at: now });
    await subscribe(foreign);
    expect(heard).toEqual([]);
    own.close();
    foreign.close();
  });
});

async function messagesOf(ticket: string): Promise<Json[]> {
  return (await exchange.post('/app/message/list', {}, ticket)).data.records;
}

async function rowOf({ id }: Person) {
  const row = await exchange.application.nest.get(Users).byId(id);
  if (!row) throw new Error(`user ${id} is not there`);
  return row;
}

/** A logged-in socket. */
function connect(ticket: string): Promise<Socket> {
  const socket = io(exchange.url, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    auth: { ticket },
    reconnection: false,
  });
  return new Promise((resolve, reject) => {
    socket.once('connect_error', reject);
    socket.once('session', ({ code, user }: SessionPush) =>
      code === 'success' && user !== null ? resolve(socket) : reject(new Error(code)),
    );
  });
}

async function subscribe(socket: Socket): Promise<void> {
  const ack = (await socket.emitWithAck('subscribe', { channel: 'message' })) as Ack;
  expect(ack.code).toBe('success');
}

/** The last push before a socket is dropped; fails if that takes longer. */
function droppedWithin(socket: Socket, ms: number): Promise<SessionPush> {
  return new Promise((resolve, reject) => {
    let last: SessionPush | null = null;
    const timer = setTimeout(() => reject(new Error(`the socket was still there after ${ms} ms`)), ms);
    socket.on('session', (push: SessionPush) => (last = push));
    socket.once('disconnect', () => {
      clearTimeout(timer);
      if (last) resolve(last);
      else reject(new Error('the socket was dropped without a word'));
    });
  });
}
