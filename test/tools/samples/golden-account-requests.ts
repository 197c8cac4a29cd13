/** Golden requests for log-in and account security. */
import { RECOVERY_HEADER } from '../../../shared/products/identity/recovery';
import { FUND_PASSWORD, PASSWORD, type Json, type Person } from '../people/http-exchange';
import { securityOf } from '../people/security';
import { picture, verificationOf } from '../people/verification';
import type { WholeExchange } from '../people/whole-exchange';

export interface Ask {
  by?: Person | null;
  params?: Json;
  query?: Json;
  body?: Json;
  upload?: Buffer;
  headers?: Record<string, string>;
}

export type Asks = Readonly<Record<string, () => Ask | Promise<Ask>>>;

interface Helpers {
  at: WholeExchange;
  spare: () => Promise<Person>;
  withSpare: (body: (spare: Person) => object | Promise<object>) => () => Promise<Ask>;
  found: (path: string, by: Person, body?: object) => Promise<Json>;
  newest: (path: string, by: Person, field: string, body?: object) => Promise<string>;
}

export function accountAsksOf({ at, spare, withSpare, found, newest }: Helpers): Asks {
  const { exchange, known, admin, clerk, maker, now, pass } = at;
  const { person } = known;
  const bodyOf =
    (body: Json): (() => Ask) =>
    () => ({ body });
  const security = securityOf(() => exchange, { now, pass });
  const verification = verificationOf(
    () => exchange,
    () => admin,
  );
  let applicants = 0;
  const photo = () => picture(400, 320, 77).jpeg().toBuffer();
  const askedBack = async (): Promise<string> => {
    const [account, email] = [(await spare()).email, `back-${++applicants}@test.example`];
    const code = await exchange.sentCode('recover', email);
    return (await exchange.post('/app/recovery/begin', { account, email, code })).data.token;
  };
  return {
    'api/auth/oauth/token': async () => ({
      body: { grant_type: 'password', username: (await spare()).email, password: PASSWORD },
    }),
    'api/oms/opr/afterLogin/:username': async () => {
      const by = await spare();
      return { by, params: { username: by.email }, body: {} };
    },
    'api/oms/uploadBookInfo/uploadBookCheck': async () => ({ by: await spare(), upload: await photo() }),
    'app/verification/uploadPhoto': async () => ({
      by: await spare(),
      query: { kind: 'front' },
      upload: await photo(),
    }),
    'app/verification/submit': async () => {
      const by = await spare();
      const photos = await verification.photosFor(by);
      const document = { name: 'Ana Pérez', nationality: 'ES', documentType: 'id_card', documentNumber: 'AB-77' };
      return { by, body: { ...document, ...photos } };
    },
    'app/account/sendCode': bodyOf({ purpose: 'register', channel: 'email', address: 'new-1@test.example' }),
    'app/account/register': async () => {
      const address = 'new-2@test.example';
      const code = await exchange.sentCode('register', address);
      return { body: { channel: 'email', address, code, password: PASSWORD, agreement: true } };
    },
    'app/account/logInByCode': async () => {
      const { email: address } = await spare();
      return { body: { channel: 'email', address, code: await exchange.sentCode('login', address) } };
    },
    'app/account/resetPassword': async () => {
      const { email: address } = await spare();
      const code = await exchange.sentCode('forgot', address);
      return { body: { channel: 'email', address, code, password: 'another-horse-battery' } };
    },
    'app/account/saveChoices': () => ({ body: { choices: { 'trade.layout': `${now()} {}` } } }),
    'app/account/session/end': async () => {
      const by = await spare();
      await exchange.logIn(by.email);
      const { records } = await found('/app/account/session/list', by);
      return { by, body: { session: records.find(({ current }: Json) => !current)?.session ?? '1' } };
    },
    'app/account/session/endOthers': withSpare(() => ({})),
    'app/account/logout': withSpare(() => ({})),
    'app/letterLink/look': async () => ({ body: { token: await exchange.linkSentTo(person.email) } }),
    'app/letterLink/act': async () => ({ body: { token: await exchange.linkSentTo(person.email), act: 'cancel' } }),
    'app/withdraw/addAddress': async () => ({
      body: {
        ...{ address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', label: 'cold wallet', channel: 'email' },
        beneficiary: { owner: 'own' },
        code: await security.codeFor(person, { purpose: 'destination', channel: 'email' }, person.email),
      },
    }),
    'app/security/sendCode': withSpare(() => ({ purpose: 'change', channel: 'email' })),
    'app/security/bind': withSpare(async (by) => {
      const [address, channel] = ['+819011112222', 'phone'];
      const oldCode = await security.codeFor(by, { purpose: 'change', channel: 'email' }, by.email);
      const code = await security.codeFor(by, { purpose: 'bind', channel, address }, address);
      return { channel, address, code, oldCode, password: PASSWORD };
    }),
    'app/security/authenticator/begin': withSpare(async (by) => ({
      ...{ password: PASSWORD, channel: 'email' },
      code: await security.codeFor(by, { purpose: 'authenticator', channel: 'email' }, by.email),
    })),
    'app/security/authenticator/bind': withSpare(async (by) => ({
      code: security.next((await security.begun(by)).secret),
    })),
    'app/security/authenticator/rename': withSpare(async (by) => ({
      authenticator: (await security.bound(by)).authenticator,
      name: 'phone',
    })),
    'app/security/authenticator/renewRecoveryCodes': withSpare(async (by) => {
      const { secret } = await security.bound(by);
      return { password: PASSWORD, code: security.next(secret) };
    }),
    'app/security/authenticator/unbind': withSpare(async (by) => {
      const { secret, authenticator } = await security.bound(by);
      return { authenticator, password: PASSWORD, code: security.next(secret) };
    }),
    'app/security/passkey/registerOptions': withSpare(async (by) => ({
      ...{ password: PASSWORD, channel: 'email' },
      code: await security.codeFor(by, { purpose: 'passkey', channel: 'email' }, by.email),
    })),
    'app/security/passkey/rename': () => ({ by: clerk, body: { passkey: '1', name: 'key' } }),
    'app/security/stepUp/options': () => ({ by: clerk, body: { digest: '0'.repeat(64) } }),
    'app/security/fundPassword/set': withSpare(() => ({ fundPassword: FUND_PASSWORD, password: PASSWORD })),
    'app/security/fundPassword/change': withSpare(async (by) => {
      await security.send(by, 'fundPassword/set', { fundPassword: FUND_PASSWORD, password: PASSWORD });
      return { oldFundPassword: FUND_PASSWORD, fundPassword: 'other-battery' };
    }),
    'app/security/fundPassword/reset': withSpare(async (by) => {
      await security.send(by, 'fundPassword/set', { fundPassword: FUND_PASSWORD, password: PASSWORD });
      const code = await security.codeFor(by, { purpose: 'fund_password', channel: 'email' }, by.email);
      return { fundPassword: 'other-battery', channel: 'email', code };
    }),
    'app/security/password/change': withSpare(() => ({ oldPassword: PASSWORD, password: 'another-horse-battery' })),
    'app/security/lockSettings': withSpare(() => ({ days: 1, password: PASSWORD })),
    'app/security/unlockSettings': withSpare(async (by) => ({
      masterKey: (await security.send(by, 'lockSettings', { days: 1, password: PASSWORD })).data?.masterKey ?? 'x',
    })),
    'app/security/setTradingFactor': withSpare(() => ({ on: true, password: PASSWORD })),
    'app/security/setOwnLimits': withSpare(() => ({ limit: '100', delayHours: 1, password: PASSWORD })),
    'app/security/setCodeLogIn': withSpare(() => ({ on: false, password: PASSWORD })),
    'app/security/setAntiPhishingCode': withSpare(() => ({ antiPhishingCode: 'blue-bird', password: PASSWORD })),
    'app/security/setDeviceApproval': withSpare(() => ({ approvesDevices: true, password: PASSWORD })),
    'app/security/freeze': withSpare(() => ({ password: PASSWORD })),
    'app/security/setLanguage': withSpare(() => ({ language: 'en' })),
    'app/security/setNickName': withSpare(() => ({ nickName: 'Nick' })),
    'app/security/setNationality': withSpare(() => ({ nationality: 'ES' })),
    'app/security/bankCard/add': async () => ({
      body: {
        ...{ bankName: 'Third Bank', cardNumber: '4111111111111111', realName: known.clear['name'], channel: 'email' },
        code: await security.codeFor(person, { purpose: 'destination', channel: 'email' }, person.email),
      },
    }),
    'app/security/bankCard/remove': async () => ({
      body: { card: await newest('/app/security/bankCard/list', person, 'card') },
    }),
    'app/recovery/begin': async () => {
      const email = 'applicant@test.example';
      return { body: { account: maker.email, email, code: await exchange.sentCode('recover', email) } };
    },
    'app/recovery/uploadPhoto': async () => ({
      query: { kind: 'front' },
      upload: await photo(),
      headers: { [RECOVERY_HEADER]: await askedBack() },
    }),
    'app/recovery/submit': async () => ({ body: { token: await askedBack(), documentType: 'passport' } }),
    'app/recovery/finish': async () => ({ body: { token: await askedBack(), password: 'another-horse-battery' } }),
  };
}
