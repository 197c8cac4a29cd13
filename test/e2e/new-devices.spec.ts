/** New devices, for who lets none in unseen: what a thief with the right password gets, and what its owner does. */
import { LETTER_TEXTS } from '../../server/platform/mail/letter-texts';
import { done, HttpExchange, PASSWORD, type Answer, type Person } from '../tools/http-exchange';
import { MINUTE_MS, securityOf } from '../tools/security';

let exchange: HttpExchange;
let now = 1_800_000_000_000;

beforeAll(async () => {
  exchange = await HttpExchange.start({}, { clock: () => now });
});
afterAll(() => exchange.stop());

const pass = (ms: number) => void (now += ms);
const { someone, send, overview, next, bound, messages } = securityOf(() => exchange, { now: () => now, pass });

const form = { 'content-type': 'application/x-www-form-urlencoded' };
function logIn(
  username: string,
  rest: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const fields = new URLSearchParams({ grant_type: 'password', username, password: PASSWORD, ...rest });
  return exchange.send('/api/auth/oauth/token', 'POST', fields.toString(), { ...form, ...headers });
}
const switchOn = (person: Person) => done(send(person, 'setDeviceApproval', { approvesDevices: true }));

describe('a thief with the right password', () => {
  it('is not in from a new device, and the owner reads which one it is', async () => {
    const owner = await someone();
    await switchOn(owner);
    expect(await overview(owner)).toMatchObject({ approvesDevices: true });
    const agent = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36' };
    const refused = await logIn(owner.email, {}, agent);
    expect(refused).toMatchObject({ code: 'device.approval.required', data: { channel: 'email' } });
    expect(refused.body.access_token).toBeUndefined();
    const [letter] = await exchange.letters(owner.email);
    expect(letter.text).toContain(`${LETTER_TEXTS.en.purpose.device} (Chrome`);
    expect(letter.text).toContain('127.0.0.1)');
    for (let tries = 0; tries < 5; tries++) {
      expect(await logIn(owner.email, { deviceCode: '000000' })).toMatchObject({ code: 'verification.code.error' });
    }
    // Five tries have spent what was sent.
    const code = await exchange.codeSentTo(owner.email);
    expect(await logIn(owner.email, { deviceCode: code })).toMatchObject({ code: 'verification.code.error' });
  });

  it('is not in by the code of a log-in either, nor by a code for something else', async () => {
    const owner = await someone();
    await switchOn(owner);
    const byCode = { channel: 'email', address: owner.email, code: await exchange.sentCode('login', owner.email) };
    const at = '/app/account/logInByCode';
    expect(await exchange.post(at, byCode)).toMatchObject({ code: 'device.approval.required' });
    expect(await exchange.post(at, { ...byCode, deviceCode: byCode.code })).toMatchObject({
      code: 'verification.code.error',
    });
    const deviceCode = await exchange.codeSentTo(owner.email);
    expect(await exchange.post(at, { ...byCode, deviceCode })).toMatchObject({ code: 'success' });
  });

  it('who is told that the password is wrong is told nothing of devices', async () => {
    const owner = await someone();
    await switchOn(owner);
    const before = (await exchange.letters(owner.email)).length;
    expect(await logIn(owner.email, { password: 'a-wrong-password' })).toMatchObject({ code: 'login.failed' });
    expect(await exchange.letters(owner.email)).toHaveLength(before);
  });

  it('does not switch it off with a stolen ticket, and its owner is told when it is', async () => {
    const owner = await someone();
    await switchOn(owner);
    const off = (rest: object) => send(owner, 'setDeviceApproval', { approvesDevices: false, ...rest });
    expect(await off({})).toMatchObject({ code: 'proof.required' });
    expect(await off({ password: 'a-wrong-password' })).toMatchObject({ code: 'password.wrong' });
    await done(off({ password: PASSWORD }));
    expect(await overview(owner)).toMatchObject({ approvesDevices: false });
    expect((await messages(owner))[0]).toBe('device.approval.off');
    expect((await exchange.letters(owner.email))[0].subject).toContain('New devices let in without approval');
    expect(await logIn(owner.email)).toMatchObject({ code: 'success' });
  });

  it('throws nobody out by what changes nothing', async () => {
    const owner = await someone();
    const other = { ...owner, ticket: (await logIn(owner.email)).body.access_token as string };
    await done(send(owner, 'setDeviceApproval', { approvesDevices: false, password: PASSWORD }));
    expect(await overview(other)).toMatchObject({ approvesDevices: false });
    await switchOn(owner);
    expect(await send(other, 'setNickName', { nickName: 'out' })).toMatchObject({ code: '4001' });
  });
});

describe('the owner', () => {
  it('lets a device in by a code, once, and it is known from then on', async () => {
    const owner = await someone();
    await switchOn(owner);
    expect(await logIn(owner.email)).toMatchObject({ code: 'device.approval.required' });
    // Asked again at once: the code that was sent is good still.
    expect(await logIn(owner.email)).toMatchObject({ code: 'device.approval.required' });
    const deviceCode = await exchange.codeSentTo(owner.email);
    const first = await logIn(owner.email, { deviceCode });
    expect(first).toMatchObject({ code: 'success' });
    const cookie = (first.headers.get('set-cookie') ?? '').split(';')[0];
    expect(await logIn(owner.email, {}, { cookie })).toMatchObject({ code: 'success' });
    pass(MINUTE_MS);
    expect(await logIn(owner.email, { deviceCode })).toMatchObject({ code: 'verification.code.error' });
  });

  it('with an authenticator needs both, and neither is spent by the lack of the other', async () => {
    const owner = await someone();
    const { secret } = await bound(owner);
    await switchOn(owner);
    expect(await logIn(owner.email)).toMatchObject({ code: 'device.approval.required' });
    const deviceCode = await exchange.codeSentTo(owner.email);
    expect(await logIn(owner.email, { deviceCode })).toMatchObject({ code: 'google.code.required' });
    expect(await logIn(owner.email, { deviceCode, code: next(secret) })).toMatchObject({ code: 'success' });
  });

  it('who has a phone alone is asked there', async () => {
    const phone = '+817087654321';
    const code = await exchange.sentCode('register', phone);
    const body = { clientId: exchange.clientId(), channel: 'phone', address: phone, code };
    const { userId } = await done(
      exchange.post('/app/account/register', { ...body, password: PASSWORD, agreement: true }),
    );
    await switchOn({ id: userId, email: phone, ticket: await exchange.logIn(phone) });
    expect(await logIn(phone)).toMatchObject({ code: 'device.approval.required', data: { channel: 'phone' } });
    const deviceCode = await exchange.codeSentTo(phone);
    expect(await logIn(phone, { deviceCode })).toMatchObject({ code: 'success' });
  });
});
