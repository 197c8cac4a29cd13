/** The whole exchange over real HTTP on a port of its own, with a data directory that goes when it does. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApplication, type Application, type ApplicationOptions } from '../../../server/application';
import { Accounts } from '../../../server/products/identity/api/account/accounts';
import { loadConfig } from '../../../server/platform/config/config';
import type { OutboxRow } from '../../../server/platform/database/exchange-tables';
import { Deliveries } from '../../../server/platform/delivery/deliveries';
import { Outbox } from '../../../server/platform/outbox/outbox';
import { LETTER_LINK_PATH } from '../../../shared/products/identity/letter-links';
import { unitsOf } from '../../../shared/rules/units';
import { STEP_UP_HEADER, STEP_UP_REQUIRED } from '../../../shared/wire/step-up';
import '../samples/quick-hashes';
import { insider } from '../fixtures/insider';
import { copyMadeStores } from '../samples/made-stores';
import { SoftwareAuthenticator } from './software-authenticator';
import { storeKey } from './stored-key';
import { TwoOfStaff } from './two-of-staff';

/** What comes out of `JSON.parse`: anything. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Answer<T = Json> {
  status: number;
  headers: Headers;
  code: string;
  message: string;
  data: T;
  body: Json;
}

export interface Person {
  id: number;
  email: string;
  ticket: string;
}

/** No step up is made for a request with these. */
export const WITHOUT_FACTOR = { [STEP_UP_HEADER]: 'none' };

const LETTERS_MAX = 500;
/** A block is made when a test says so. */
const CHAINS = { SIMULATED_BLOCK_SECONDS: '0' };
/** One address asks for all of a test's people. */
const RATES = {
  LIMIT_LOGINS_PER_MINUTE_MAX: '1000',
  LIMIT_CODES_PER_MINUTE_MAX: '1000',
  LIMIT_COMMANDS_PER_SECOND_MAX: '1000',
  LIMIT_READS_PER_SECOND_MAX: '1000',
  LIMIT_ADDRESS_REQUESTS_PER_SECOND_MAX: '100000',
  LIMIT_TICKET_REQUESTS_PER_SECOND_MAX: '100000',
  LIMIT_ADDRESS_WORK_MS_PER_SECOND_MAX: '100000',
  LIMIT_USER_WORK_MS_PER_SECOND_MAX: '100000',
  LIMIT_SOCKETS_PER_ADDRESS_MAX: '10000',
  LIMIT_HANDSHAKES_PER_MINUTE_MAX: '100000',
  LIMIT_PERSONAL_DATA_PER_HOUR_MAX: '100000',
  LIMIT_USER_SEARCHES_PER_HOUR_MAX: '100000',
  LIMIT_METRICS_MS: '1',
};
/** Tests let days pass at once. */
const LOG_INS = {
  LIMIT_TICKET_IDLE_MINUTES_MAX: '10000000',
  LIMIT_STAFF_TICKET_IDLE_MINUTES_MAX: '10000000',
  LIMIT_STAFF_TICKET_HOURS_MAX: '1000000',
};

/** On a busy machine what follows the journal may be some seconds behind. */
const PATIENCE = { LIMIT_PROJECTION_WAIT_MS_MAX: '8000' };

/** What two of staff decided is so at once, and who has become one of them may act. */
const STAFF = { STAFF_WAIT_MINUTES: '0', STAFF_NEWCOMER_MINUTES: '0', STAFF_END_NOTICE_MINUTES: '0' };

/** As many as any coin of the tests needs. */
const HOUSE_CONFIRMATIONS = 12;

const READABLE_MS_MAX = 20_000;

export const PASSWORD = 'correct-horse-battery';
export const FUND_PASSWORD = 'horse-battery';

/** What an answer brings that must be a success. */
export async function done(answer: Promise<Answer>): Promise<Json> {
  const { code, data } = await answer;
  if (code !== 'success') throw new Error(`${code} ${JSON.stringify(data)}`);
  return data;
}

/** Counted on when a test starts an exchange again over the same data. */
let clientIds = 0;

/** Of staff, by data directory and e-mail: they outlive an exchange that is started again. */
const keysOfStaff = new Map<string, SoftwareAuthenticator>();
/** The same by ticket: what they give once more for what asks for it. */
const keysOfTickets = new Map<string, SoftwareAuthenticator>();

/** What the step-up header brings for the act with this digest. */
export async function stepUpProof(url: string, ticket: string, digest: string): Promise<string> {
  const key = keysOfTickets.get(ticket);
  if (!key) throw new Error('nobody of staff has this ticket');
  const answer = await fetch(`${url}/exchange/app/security/stepUp/options`, {
    method: 'POST',
    body: JSON.stringify({ digest }),
    headers: { ticket, 'content-type': 'application/json' },
  });
  const { data } = JSON.parse(await answer.text());
  // Started again, an exchange has another port.
  const response = key.use(data, { origin: new URL(url).origin });
  return `passkey ${Buffer.from(JSON.stringify(response)).toString('base64url')}`;
}

/** Whoever has this ticket has this passkey, and gives it where it is asked for. */
export function giveKey(ticket: string, key: SoftwareAuthenticator): void {
  keysOfTickets.set(ticket, key);
}

export function hasKey(ticket: string): boolean {
  return keysOfTickets.has(ticket);
}

export class HttpExchange {
  /** Who confirms what a test's only member of staff proposes. */
  readonly two: TwoOfStaff;

  private constructor(
    readonly dataDir: string,
    readonly application: Application,
    readonly url: string,
  ) {
    this.two = new TwoOfStaff(application, PASSWORD);
  }

  static async start(env: Record<string, string> = {}, options: ApplicationOptions = {}): Promise<HttpExchange> {
    const dataDir = env.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'exchange-http-'));
    if (env.DATABASE_URL === undefined && readdirSync(dataDir).length === 0) await copyMadeStores(dataDir);
    const config = loadConfig({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      ...RATES,
      ...LOG_INS,
      ...PATIENCE,
      ...CHAINS,
      ...STAFF,
      ...env,
    });
    const application = await createApplication(config, options);
    // A port of its own, unless it is one that clients already know.
    await application.nest.listen(env.PORT === undefined ? 0 : config.port, '127.0.0.1');
    return new HttpExchange(dataDir, application, await application.nest.getUrl());
  }

  /** Ends the process's part; the data stay, for another start. */
  async halt(): Promise<void> {
    await this.application.close();
  }

  async stop(): Promise<void> {
    await this.halt();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  clientId(): string {
    return `test-${++clientIds}`;
  }

  async post<T = Json>(
    at: string,
    body: unknown,
    ticket?: string,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const json = { 'content-type': 'application/json', ...headers };
    const answer = await this.send(at, 'POST', JSON.stringify(body), json, ticket);
    if (answer.code !== STEP_UP_REQUIRED || ticket === undefined || STEP_UP_HEADER in headers) return answer;
    const proof = await stepUpProof(this.url, ticket, answer.data.digest);
    return this.send(at, 'POST', JSON.stringify(body), { ...json, [STEP_UP_HEADER]: proof }, ticket);
  }

  /** The passkey of a member of staff. */
  keyOf({ email }: Pick<Person, 'email'>): SoftwareAuthenticator {
    const key = keysOfStaff.get(`${this.dataDir}/${email}`);
    if (!key) throw new Error(`${email} has no passkey`);
    return key;
  }

  async form<T = Json>(at: string, fields: Record<string, string>, ticket?: string): Promise<Answer<T>> {
    const body = new URLSearchParams(fields).toString();
    return this.send(at, 'POST', body, { 'content-type': 'application/x-www-form-urlencoded' }, ticket);
  }

  async get<T = Json>(at: string, ticket?: string, headers: Record<string, string> = {}): Promise<Answer<T>> {
    return this.send(at, 'GET', undefined, headers, ticket);
  }

  /** A photo as the whole body. */
  async upload<T = Json>(
    at: string,
    bytes: Uint8Array,
    ticket?: string,
    type = 'application/octet-stream',
  ): Promise<Answer<T>> {
    return this.send(at, 'POST', bytes, { 'content-type': type }, ticket);
  }

  /** An answer that is no envelope. */
  async file(at: string, ticket?: string): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
    const response = await fetch(`${this.url}/exchange${at}`, { headers: ticket === undefined ? {} : { ticket } });
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  async send(
    at: string,
    method: string,
    body: string | Uint8Array | undefined,
    headers: Record<string, string>,
    ticket?: string,
  ): Promise<Answer> {
    const response = await fetch(`${this.url}/exchange${at}`, {
      method,
      body: body as string | Uint8Array<ArrayBuffer> | undefined,
      headers: { ...headers, ...(ticket === undefined ? {} : { ticket }) },
    });
    const parsed = JSON.parse(await response.text());
    return { status: response.status, headers: response.headers, ...parsed, body: parsed };
  }

  async logIn(email: string): Promise<string> {
    const key = keysOfStaff.get(`${this.dataDir}/${email}`);
    if (key) return this.logInBy(key);
    const answer = await this.form('/api/auth/oauth/token', {
      grant_type: 'password',
      username: email,
      password: PASSWORD,
    });
    if (answer.code !== 'success') throw new Error(`log-in: ${answer.code}`);
    return answer.body.access_token;
  }

  /** By a passkey, as staff do. */
  private async logInBy(key: SoftwareAuthenticator): Promise<string> {
    const { challenge, rpId } = await done(this.post('/app/security/passkey/logInOptions', {}));
    const answer = await this.post('/app/security/passkey/logIn', {
      response: key.use({ challenge, rpId }, { origin: new URL(this.url).origin }),
    });
    if (answer.code !== 'success') throw new Error(`log-in: ${answer.code}`);
    keysOfTickets.set(answer.body.access_token, key);
    return answer.body.access_token;
  }

  /** A user through the interface, with the code that lies in the outbox. */
  async person(name: string, invited: { invitationCode?: string } = {}): Promise<Person> {
    const email = `${name}@test.example`;
    const body = { channel: 'email', address: email, code: await this.sentCode('register', email) };
    const rest = { clientId: this.clientId(), password: PASSWORD, agreement: true, ...invited };
    const { data, code } = await this.post('/app/account/register', { ...body, ...rest });
    if (code !== 'success') throw new Error(`registration: ${code}`);
    return { id: data.userId, email, ticket: await this.logIn(email) };
  }

  /** Asks for a code as a visitor and reads it where it was sent to. */
  async sentCode(purpose: 'register' | 'login' | 'forgot' | 'recover', address: string): Promise<string> {
    const channel = address.startsWith('+') ? 'phone' : 'email';
    const { code } = await this.post('/app/account/sendCode', { purpose, channel, address });
    if (code !== 'success') throw new Error(`sending a code: ${code}`);
    return this.codeSentTo(address);
  }

  /** The code in the last letter to an address that brings one; letters that bring a link tell of what was done. */
  async codeSentTo(address: string): Promise<string> {
    const letters = (await this.letters(address)).filter(({ text }) => !text.includes(LETTER_LINK_PATH));
    const code = /\b\d{6}(?:\d\d)?\b/.exec(letters[0]?.text ?? '')?.[0];
    if (code === undefined) throw new Error(`no code was sent to ${address}`);
    return code;
  }

  /** What was sent to an address, newest first. */
  async letters(address: string): Promise<OutboxRow[]> {
    await this.application.nest.get(Deliveries).settled();
    const all = await this.application.nest.get(Outbox).list(LETTERS_MAX);
    return all.filter((letter) => letter.address === address);
  }

  /** What stands behind the # of the link in the newest letter to an address that brings one. */
  async linkSentTo(address: string): Promise<string> {
    const letter = (await this.letters(address)).find(({ text }) => text.includes(`${LETTER_LINK_PATH}#`));
    const token = /#([\w-]{43})\n/.exec(letter?.text ?? '')?.[1];
    if (token === undefined) throw new Error(`no link was sent to ${address}`);
    return token;
  }

  /** Staff are not made by the interface. */
  staff(role: 'admin' | 'auditor', name: string = role): Promise<Person> {
    return this.registered(role, name);
  }

  /** Without a code: where no letters are sent. */
  async registered(role: 'user' | 'admin' | 'auditor', name: string): Promise<Person> {
    const email = `${name}@test.example`;
    const accounts = this.application.nest.get(Accounts);
    const { user } = await accounts.register({ email, password: PASSWORD, clientId: null, role });
    if (role !== 'user') await this.two.name(user.id, role);
    if (role !== 'user') await this.giveKey(user.id, email);
    return { id: user.id, email, ticket: await this.logIn(email) };
  }

  /** Somebody who is staff, or is about to be, has a passkey from now on. */
  async giveKey(userId: number, email: string): Promise<void> {
    const { origin, hostname } = new URL(this.url);
    const key = new SoftwareAuthenticator(origin);
    await storeKey(this.application, userId, key, hostname);
    keysOfStaff.set(`${this.dataDir}/${email}`, key);
  }

  /** A command of staff that must succeed. */
  async act(admin: Person, at: string, body: object): Promise<Json> {
    const answer = await this.decided(this.post(`/admin${at}`, { clientId: this.clientId(), ...body }, admin.ticket));
    if (answer.code !== 'success') throw new Error(`${at}: ${answer.code} ${JSON.stringify(answer.data)}`);
    return answer.data;
  }

  /** What takes two, confirmed by another where it was proposed. Returns the answer, with the position where it is in effect. */
  async decided(asked: Promise<Answer>): Promise<Answer> {
    const answer = await asked;
    if (answer.code !== 'success') return answer;
    const { proposal, proposals = [] } = answer.data ?? {};
    let position = answer.data?.position;
    for (const one of [proposal, ...proposals]) if (one) position = await this.two.confirm(Number(one));
    await this.readable(position);
    return answer.data === null ? answer : { ...answer, data: { ...answer.data, position } };
  }

  /** The owners' money in a coin, paid to the house's wallet on a simulated chain and deep enough there. */
  async capital(admin: Person, asset: string, amount: string): Promise<Json> {
    const reference = await this.paidToHouse(asset, amount);
    return this.act(admin, '/house/fund', { asset, amount, reference, reason: 'capital' });
  }

  /** Returns the transaction. */
  async paidToHouse(asset: string, amount: string): Promise<string> {
    const chain = this.application.exchange.chains.simulated().find(({ coins }) => coins.has(asset));
    if (!chain) throw new Error(`no simulated chain carries ${asset}`);
    const [address] = chain.hotWallets;
    const units = unitsOf(amount, chain.coins.get(asset) ?? 0);
    if (typeof units !== 'bigint') throw new Error(`${amount} ${asset} is no amount`);
    const transaction = await chain.send([{ asset, address, amount: units }]);
    for (let block = 0; block < HOUSE_CONFIRMATIONS; block++) await chain.mine();
    return transaction;
  }

  /** Payments as the house's bank tells them: `reference,amount,name` a line, imported by one who has no other part in them. */
  async state(asset: string, ...lines: readonly string[]): Promise<Json> {
    const clerk = await this.staff('admin', `clerk-${this.clientId()}`);
    return this.act(clerk, '/recharge/importStatement', { asset, csv: ['reference,amount,name', ...lines].join('\n') });
  }

  /** USDT, BTC, ETH, each with its chain; BTC-USDT open with tick 0.01 and lot 0.00001. */
  async listMarkets(admin: Person): Promise<void> {
    for (const asset of ['USDT', 'BTC', 'ETH']) {
      await this.act(admin, '/product/listAsset', { asset, scale: 8, withdrawalFee: '0.5', withdrawalMin: '2' });
      const chain = asset === 'BTC' ? 'BTC' : 'ERC20';
      const minimum = asset === 'USDT' ? '1' : '0.001';
      await this.act(admin, '/recharge/setTerms', { asset, chain, minimum, confirmations: 12 });
    }
    for (const base of ['BTC', 'ETH']) {
      const market = `${base}-USDT`;
      await this.act(admin, '/product/listMarket', { ...MARKET_TERMS, market, base, quote: 'USDT' });
      await this.act(admin, '/product/setMarketState', { market, state: 'open' });
    }
  }

  /** USD, legal currency of scale 2, and the market that turns it into USDT. */
  async listDollars(admin: Person): Promise<void> {
    const usd = { asset: 'USD', scale: 2, withdrawalFee: '5', withdrawalMin: '50', fiat: true };
    await this.act(admin, '/product/listAsset', usd);
    const market = 'USDT-USD';
    const terms = { ...MARKET_TERMS, lot: '1', quantityMin: '1', quantityMax: '100000', referencePrice: '1' };
    await this.act(admin, '/product/listMarket', { ...terms, market, base: 'USDT', quote: 'USD' });
    await this.act(admin, '/product/setMarketState', { market, state: 'open' });
  }

  async equip(admin: Person, person: Person, funds: Record<string, string>): Promise<void> {
    await this.act(admin, '/account/verify', { userId: person.id });
    for (const [asset, amount] of Object.entries(funds)) await this.fund(person, asset, amount);
  }

  /** Verified by a document that is nobody else's. */
  async prove(admin: Person, person: Person): Promise<void> {
    await this.equip(admin, person, {});
    const command = { type: 'NameDocument', user: person.id, document: String(person.id).padStart(64, '0') } as const;
    const outcome = await this.application.exchange.engine.submit({ actor: insider(command), command });
    if ('rejected' in outcome) throw new Error(`the document of ${person.email}: ${outcome.rejected}`);
  }

  /** Credits in the exchange's own name, as the demo does: of a coin that a chain brings nobody else may. Returns the position. */
  async fund(person: Person, asset: string, amount: string): Promise<number> {
    const { engine } = this.application.exchange;
    const units = unitsOf(amount, engine.state().assets.get(asset)?.scale ?? 0);
    if (typeof units !== 'bigint') throw new Error(`${amount} ${asset} is no amount`);
    const reference = `test/${person.id}/${this.clientId()}`;
    const command = { type: 'CreditRecharge', user: person.id, asset, amount: units, reference } as const;
    const outcome = await engine.submit({ actor: insider(command), command });
    if ('rejected' in outcome) throw new Error(`credit of ${asset}: ${outcome.rejected}`);
    await this.readable(outcome.position);
    return outcome.position;
  }

  /** What a test has prepared is there for whoever looks, however far behind a busy machine's read models are. */
  private async readable(position: number | undefined): Promise<void> {
    if (position !== undefined) await this.application.exchange.progress.waitFor(position, READABLE_MS_MAX);
  }

  headOfJournal(): { position: number; hash: string } {
    return this.application.exchange.journal.head();
  }
}

export const MARKET_TERMS = {
  tick: '0.01',
  lot: '0.00001',
  quantityMin: '0.00001',
  quantityMax: '100',
  notionalMin: '1',
  priceLowest: '0.01',
  priceHighest: '1000000',
  referencePrice: '50000',
  makerFeesPpb: [1_000_000],
  takerFeesPpb: [2_000_000],
};
