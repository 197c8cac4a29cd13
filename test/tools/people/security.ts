/** Changes to a user's account security, as a page makes them. */
import { Secret, TOTP } from 'otpauth';
import { STEP_UP_HEADER } from '../../../shared/wire/step-up';
import { expectSuccess, PASSWORD, type Answer, type HttpExchange, type Json, type Person } from './http-exchange';
import { SoftwareAuthenticator, type Ceremony } from './software-authenticator';
import { storeKey } from './stored-key';

export const SECURITY = '/app/security';
export const MINUTE_MS = 60_000;
const STEP_MS = 30_000;

/** The clock of the exchange, which only tests advance. */
interface Clock {
  now(): number;
  pass(ms: number): void;
}

/** The exchange is read at each use, because it is started after the tests are declared. */
export function securityOf(exchange: () => HttpExchange, clock: Clock) {
  let people = 0;
  let phones = 20_000_000;

  const someone = () => exchange().person(`someone-${++people}`);
  const send = (person: Person | undefined, path: string, body: object = {}): Promise<Answer> =>
    exchange().post(`${SECURITY}/${path}`, body, person?.ticket);
  const overview = async (person: Person): Promise<Json> =>
    (await exchange().get(`${SECURITY}/overview`, person.ticket)).data;

  /** The current code of an authenticator app for this secret. */
  const shown = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });

  /** The code of the next thirty seconds, because the current one was used. */
  function next(secret: string): string {
    clock.pass(STEP_MS);
    return shown(secret);
  }

  /** Requests a code as a logged-in user and reads it from the outbox. */
  async function codeFor(person: Person, request: { purpose: string; channel: string; address?: string }, to: string) {
    clock.pass(MINUTE_MS);
    await expectSuccess(send(person, 'sendCode', request));
    return exchange().codeSentTo(to);
  }

  /** A pending authenticator, requested with the password and an e-mailed code. */
  async function begun(person: Person): Promise<Json> {
    const code = await codeFor(person, { purpose: 'authenticator', channel: 'email' }, person.email);
    return expectSuccess(send(person, 'authenticator/begin', { password: PASSWORD, channel: 'email', code }));
  }

  async function bound(person: Person): Promise<{ secret: string; recoveryCodes: string[]; authenticator: string }> {
    const { secret } = await begun(person);
    const { recoveryCodes } = await expectSuccess(send(person, 'authenticator/bind', { code: next(secret) }));
    const [{ authenticator }] = await authenticators(person);
    return { secret, recoveryCodes, authenticator };
  }

  const authenticators = async (person: Person): Promise<Json[]> =>
    (await expectSuccess(exchange().get(`${SECURITY}/authenticator/list`, person.ticket))).records;

  /** A passkey that signs challenges of the API. */
  async function keyed(person: Person): Promise<(digest: string) => Promise<Record<string, string>>> {
    const { origin, hostname } = new URL(exchange().url);
    const key = new SoftwareAuthenticator(origin);
    await storeKey(exchange().application, person.id, key, hostname);
    return async (digest) => {
      const options = await expectSuccess(send(person, 'stepUp/options', { digest }));
      const response = key.use(options as Ceremony, { origin });
      return { [STEP_UP_HEADER]: `passkey ${Buffer.from(JSON.stringify(response)).toString('base64url')}` };
    };
  }

  async function boundPhone(person: Person): Promise<string> {
    const address = `+8190${String(++phones)}`;
    const oldCode = await codeFor(person, { purpose: 'change', channel: 'email' }, person.email);
    const code = await codeFor(person, { purpose: 'bind', channel: 'phone', address }, address);
    await expectSuccess(send(person, 'bind', { channel: 'phone', address, code, oldCode, password: PASSWORD }));
    return address;
  }

  const messages = async (person: Person): Promise<string[]> => {
    const { data } = await exchange().post('/app/message/list', {}, person.ticket);
    return data.records.map(({ key }: Json) => key);
  };

  return {
    someone,
    send,
    overview,
    shown,
    next,
    codeFor,
    begun,
    bound,
    authenticators,
    keyed,
    boundPhone,
    messages,
  };
}
