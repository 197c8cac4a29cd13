/** The whole exchange over real HTTP on its own port, with a data directory that is removed with it. */
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
import { systemActorFor } from '../fixtures/system-actor';
import { copyMadeStores } from '../samples/made-stores';
import { SoftwareAuthenticator } from './software-authenticator';
import { storeKey } from './stored-key';
import { StaffPair } from './staff-pair';

/** The result of `JSON.parse`: any value. */
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

/** With these headers a request gets no automatic step-up. */
export const WITHOUT_FACTOR = { [STEP_UP_HEADER]: 'none' };

const LETTERS_MAX = 500;
/** Blocks are made only by tests. */
const CHAINS = { SIMULATED_BLOCK_SECONDS: '0' };
/** All users of a test share one address. */
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
/** Tests move the clock by days. */
const LOG_INS = {
  LIMIT_TICKET_IDLE_MINUTES_MAX: '10000000',
  LIMIT_STAFF_TICKET_IDLE_MINUTES_MAX: '10000000',
  LIMIT_STAFF_TICKET_HOURS_MAX: '1000000',
};

/** On a busy machine the read models may lag by some seconds. */
const PATIENCE = { LIMIT_PROJECTION_WAIT_MS_MAX: '8000' };

/** Decisions by two members of staff take effect at once, and new members may act at once. */
const STAFF = { STAFF_WAIT_MINUTES: '0', STAFF_NEWCOMER_MINUTES: '0', STAFF_END_NOTICE_MINUTES: '0' };

/** As many as any coin of the tests needs. */
const HOUSE_CONFIRMATIONS = 12;

const READABLE_MS_MAX = 20_000;

export const PASSWORD = 'correct-horse-battery';
export const FUND_PASSWORD = 'horse-battery';

/** The data of an answer, which must be a success. */
export async function expectSuccess(answer: Promise<Answer>): Promise<Json> {
  const { code, data } = await answer;
  if (code !== 'success') throw new Error(`${code} ${JSON.stringify(data)}`);
  return data;
}

/** Continues when a test starts an exchange again over the same data. */
let clientIds = 0;

/** Passkeys of staff by data directory and e-mail. They survive a restart of the exchange. */
const keysOfStaff = new Map<string, SoftwareAuthenticator>();
/** Passkeys by ticket, for automatic step-ups. */
const keysOfTickets = new Map<string, SoftwareAuthenticator>();

/** Value of the step-up header for the act with this digest. */
export async function stepUpProof(url: string, ticket: string, digest: string): Promise<string> {
  const key = keysOfTickets.get(ticket);
  if (!key) throw new Error('nobody of staff has this ticket');
  const answer = await fetch(`${url}/exchange/app/security/stepUp/options`, {
    method: 'POST',
    body: JSON.stringify({ digest }),
    headers: { ticket, 'content-type': 'application/json' },
  });
  const { data } = JSON.parse(await answer.text());
  // A restarted exchange has another port.
  const response = key.use(data, { origin: new URL(url).origin });
  return `passkey ${Buffer.from(JSON.stringify(response)).toString('base64url')}`;
}

/** Registers a passkey for automatic step-ups of this ticket. */
export function giveKey(ticket: string, key: SoftwareAuthenticator): void {
  keysOfTickets.set(ticket, key);
}

export function hasKey(ticket: string): boolean {
  return keysOfTickets.has(ticket);
}

export class HttpExchange {
  /** Two admins who confirm proposals of a test's only member of staff. */
  readonly two: StaffPair;

  private constructor(
    readonly dataDir: string,
    readonly application: Application,
    readonly url: string,
  ) {
    this.two = new StaffPair(application, PASSWORD);
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
    // A free port, unless clients already know a port.
    await application.nest.listen(env.PORT === undefined ? 0 : config.port, '127.0.0.1');
    return new HttpExchange(dataDir, application, await application.nest.getUrl());
  }

  /** Stops the exchange. The data stay for another start. */
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

  /** Uploads a photo as the whole body. */
  async upload<T = Json>(
    at: string,
    bytes: Uint8Array,
    ticket?: string,
    type = 'application/octet-stream',
  ): Promise<Answer<T>> {
    return this.send(at, 'POST', bytes, { 'content-type': type }, ticket);
  }

  /** For an answer without an envelope. */
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

  /** Log-in with a passkey, like staff. */
  private async logInBy(key: SoftwareAuthenticator): Promise<string> {
    const { challenge, rpId } = await expectSuccess(this.post('/app/security/passkey/logInOptions', {}));
    const answer = await this.post('/app/security/passkey/logIn', {
      response: key.use({ challenge, rpId }, { origin: new URL(this.url).origin }),
    });
    if (answer.code !== 'success') throw new Error(`log-in: ${answer.code}`);
    keysOfTickets.set(answer.body.access_token, key);
    return answer.body.access_token;
  }

  /** Registers a user through the API, with the code from the outbox. */
  async person(name: string, invited: { invitationCode?: string } = {}): Promise<Person> {
    const email = `${name}@test.example`;
    const body = { channel: 'email', address: email, code: await this.sentCode('register', email) };
    const rest = { clientId: this.clientId(), password: PASSWORD, agreement: true, ...invited };
    const { data, code } = await this.post('/app/account/register', { ...body, ...rest });
    if (code !== 'success') throw new Error(`registration: ${code}`);
    return { id: data.userId, email, ticket: await this.logIn(email) };
  }

  /** Requests a code as a visitor and reads it from the outbox. */
  async sentCode(purpose: 'register' | 'login' | 'forgot' | 'recover', address: string): Promise<string> {
    const channel = address.startsWith('+') ? 'phone' : 'email';
    const { code } = await this.post('/app/account/sendCode', { purpose, channel, address });
    if (code !== 'success') throw new Error(`sending a code: ${code}`);
    return this.codeSentTo(address);
  }

  /** The code in the last letter with a code to an address. Letters with a link are notices. */
  async codeSentTo(address: string): Promise<string> {
    const letters = (await this.letters(address)).filter(({ text }) => !text.includes(LETTER_LINK_PATH));
    const code = /\b\d{6}(?:\d\d)?\b/.exec(letters[0]?.text ?? '')?.[0];
    if (code === undefined) throw new Error(`no code was sent to ${address}`);
    return code;
  }

  /** Letters to an address, newest first. */
  async letters(address: string): Promise<OutboxRow[]> {
    await this.application.nest.get(Deliveries).whenIdle();
    const all = await this.application.nest.get(Outbox).list(LETTERS_MAX);
    return all.filter((letter) => letter.address === address);
  }

  /** The part after the # of the link in the newest letter with a link to an address. */
  async linkSentTo(address: string): Promise<string> {
    const letter = (await this.letters(address)).find(({ text }) => text.includes(`${LETTER_LINK_PATH}#`));
    const token = /#([\w-]{43})\n/.exec(letter?.text ?? '')?.[1];
    if (token === undefined) throw new Error(`no link was sent to ${address}`);
    return token;
  }

  /** The API cannot create staff. */
  staff(role: 'admin' | 'auditor', name: string = role): Promise<Person> {
    return this.registered(role, name);
  }

  /** Registers without a code, for exchanges that send no letters. */
  async registered(role: 'user' | 'admin' | 'auditor', name: string): Promise<Person> {
    const email = `${name}@test.example`;
    const accounts = this.application.nest.get(Accounts);
    const { user } = await accounts.register({ email, password: PASSWORD, clientId: null, role });
    if (role !== 'user') await this.two.name(user.id, role);
    if (role !== 'user') await this.giveKey(user.id, email);
    return { id: user.id, email, ticket: await this.logIn(email) };
  }

  /** Gives a passkey to a member of staff, or to a user who is about to become one. */
  async giveKey(userId: number, email: string): Promise<void> {
    const { origin, hostname } = new URL(this.url);
    const key = new SoftwareAuthenticator(origin);
    await storeKey(this.application, userId, key, hostname);
    keysOfStaff.set(`${this.dataDir}/${email}`, key);
  }

  /** A staff command that must succeed. */
  async act(admin: Person, at: string, body: object): Promise<Json> {
    const answer = await this.withApproval(
      this.post(`/admin${at}`, { clientId: this.clientId(), ...body }, admin.ticket),
    );
    if (answer.code !== 'success') throw new Error(`${at}: ${answer.code} ${JSON.stringify(answer.data)}`);
    return answer.data;
  }

  /**
   * Has other staff confirm any proposals in the answer. Returns the answer, with the position at which they took
   * effect.
   */
  async withApproval(asked: Promise<Answer>): Promise<Answer> {
    const answer = await asked;
    if (answer.code !== 'success') return answer;
    const { proposal, proposals = [] } = answer.data ?? {};
    let position = answer.data?.position;
    for (const one of [proposal, ...proposals]) if (one) position = await this.two.confirm(Number(one));
    await this.awaitReadModels(position);
    return answer.data === null ? answer : { ...answer, data: { ...answer.data, position } };
  }

  /** Capital of the owners in a coin: paid to the house's wallet on a simulated chain with enough confirmations. */
  async fundHouse(admin: Person, asset: string, amount: string): Promise<Json> {
    const reference = await this.payToHouse(asset, amount);
    return this.act(admin, '/house/fund', { asset, amount, reference, reason: 'capital' });
  }

  /** Returns the transaction. */
  async payToHouse(asset: string, amount: string): Promise<string> {
    const chain = this.application.exchange.chains.simulated().find(({ coins }) => coins.has(asset));
    if (!chain) throw new Error(`no simulated chain carries ${asset}`);
    const [address] = chain.hotWallets;
    const units = unitsOf(amount, chain.coins.get(asset) ?? 0);
    if (typeof units !== 'bigint') throw new Error(`${amount} ${asset} is no amount`);
    const transaction = await chain.send([{ asset, address, amount: units }]);
    for (let block = 0; block < HOUSE_CONFIRMATIONS; block++) await chain.mine();
    return transaction;
  }

  /**
   * Imports bank statement lines `reference,amount,name`, by a member of staff who is not involved in them otherwise.
   */
  async importStatementLines(asset: string, ...lines: readonly string[]): Promise<Json> {
    const clerk = await this.staff('admin', `clerk-${this.clientId()}`);
    return this.act(clerk, '/recharge/importStatement', { asset, csv: ['reference,amount,name', ...lines].join('\n') });
  }

  /** USDT, BTC, ETH, each with its chain; BTC-USDT is open with tick 0.01 and lot 0.00001. */
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

  /** USD, a legal currency of scale 2, and its market with USDT. */
  async listDollars(admin: Person): Promise<void> {
    const usd = { asset: 'USD', scale: 2, withdrawalFee: '5', withdrawalMin: '50', fiat: true };
    await this.act(admin, '/product/listAsset', usd);
    const market = 'USDT-USD';
    const terms = { ...MARKET_TERMS, lot: '1', quantityMin: '1', quantityMax: '100000', referencePrice: '1' };
    await this.act(admin, '/product/listMarket', { ...terms, market, base: 'USDT', quote: 'USD' });
    await this.act(admin, '/product/setMarketState', { market, state: 'open' });
  }

  async verifyAndFund(admin: Person, person: Person, funds: Record<string, string>): Promise<void> {
    await this.act(admin, '/account/verify', { userId: person.id });
    for (const [asset, amount] of Object.entries(funds)) await this.fund(person, asset, amount);
  }

  /** Verifies a user with a document that no other user has. */
  async prove(admin: Person, person: Person): Promise<void> {
    await this.verifyAndFund(admin, person, {});
    const command = { type: 'NameDocument', user: person.id, document: String(person.id).padStart(64, '0') } as const;
    const outcome = await this.application.exchange.engine.submit({ actor: systemActorFor(command), command });
    if ('rejected' in outcome) throw new Error(`the document of ${person.email}: ${outcome.rejected}`);
  }

  /**
   * Credits in the exchange's own name, like the demo. No other actor may credit a coin that arrives by a chain.
   * Returns the position.
   */
  async fund(person: Person, asset: string, amount: string): Promise<number> {
    const { engine } = this.application.exchange;
    const units = unitsOf(amount, engine.state().assets.get(asset)?.scale ?? 0);
    if (typeof units !== 'bigint') throw new Error(`${amount} ${asset} is no amount`);
    const reference = `test/${person.id}/${this.clientId()}`;
    const command = { type: 'CreditRecharge', user: person.id, asset, amount: units, reference } as const;
    const outcome = await engine.submit({ actor: systemActorFor(command), command });
    if ('rejected' in outcome) throw new Error(`credit of ${asset}: ${outcome.rejected}`);
    await this.awaitReadModels(outcome.position);
    return outcome.position;
  }

  /** Waits until the read models include the position, so that a test can read what it prepared. */
  private async awaitReadModels(position: number | undefined): Promise<void> {
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
