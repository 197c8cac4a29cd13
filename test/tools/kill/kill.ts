/**
 * `npm run test:kill -- [--rounds N] [--seed S] [--dir <new directory>]`: an exchange in a process of its own is killed with
 * SIGKILL under load, again and again on the same directory, and after every restart everything it ever said is held
 * against the journal: read from the files by the few lines below, which share nothing with the journal's own reader.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CORE_NAME } from '../../../server/compose';
import { decodeBatch, evolve, createState } from '../../../server/products/core';
import type { Command } from '../../../server/core/command';
import type { Batch, CoreEvent, EventOf } from '../../../server/core/event';
import { isRejection } from '../../../server/core/rejection';
import type { Accepted, CommandEnvelope } from '../../../server/engine/port';
import { stateHash } from '../../../server/engine/state-hash';
import { journalDirectory } from '../../../server/journal/source';
import { LiveViews } from '../../../server/views/live/live-views';
import { Auditor } from '../../simulation/audits/invariants';
import { dice } from '../../simulation/random-commands';
import { byTwo } from '../fixtures/by-two';
import { ADMIN, BTC_USDT, ETH_USDT } from '../fixtures/core-fixture';
import { liveDump, type FromChild, type Inspection, type KeyedAnswer, type ToChild } from './kill-child';

export interface KillOptions {
  rounds: number;
  seed: number;
  /** Where the exchange keeps its data; empty at first. */
  directory: string;
  /** The compiled `kill-child.js`. */
  childFile: string;
  say: (line: string) => void;
}

export interface KillSummary {
  rounds: number;
  position: number;
  trades: number;
  /** Answers received, refusals included. */
  answered: number;
  /** Commands whose answer died with the process, and how many of them the journal turned out to hold. */
  unanswered: number;
  unansweredStored: number;
  /** Restarts from a snapshot, and kills before the process was even ready. */
  fromSnapshot: number;
  killedStarting: number;
  killedClosing: number;
  stateHash: string;
}

const USERS = Array.from({ length: 24 }, (_, index) => 10_200_001 + index);
const ASSETS = ['BTC', 'ETH', 'USDT'];
const MARKETS = [BTC_USDT, ETH_USDT];
const MARKET_NAMES = MARKETS.map(({ market }) => market);
const STAFF = ADMIN;
const SNAPSHOT_EVERY_EVENTS = 150;
const IN_FLIGHT = 256;
/** Enough for a round; more would only make the audit longer. */
const ROUND_COMMANDS_MAX = 1_000;
/** Less than a fast machine takes for them: a kill that finds nothing under way proves nothing. */
const LOAD_MS_MAX = 120;
const STARTING_MS_MAX = 900;
const CLOSING_MS_MAX = 40;
const ANSWER_MS_MAX = 60_000;

/** Something the exchange said or kept is not true. */
export class KillError extends Error {}

function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new KillError(what);
}

/** By their JSON, which is the same for values from another process; the complaint shows where they part. */
function same(real: unknown, expected: unknown, what: string): void {
  const [told, wanted] = [text(real), text(expected)];
  if (told === wanted) return;
  let at = 0;
  while (told[at] === wanted[at]) at++;
  const around = (whole: string): string => whole.slice(Math.max(0, at - 200), at + 200);
  throw new KillError(`${what}: …${around(told)}…, expected …${around(wanted)}…`);
}

function text(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner)) ?? 'nothing';
}

/* The journal as its files have it */

interface JournalLine {
  batch: Batch;
  hash: string;
}

const LINE = /^\{"hash":"([0-9a-f]{64})","group":(\d+),"place":(\d+),"count":(\d+),"batch":(\{.*\})\}$/s;

/** Every batch; the chain holds, every group is whole, every line ends. */
export function readJournalFiles(directory: string): JournalLine[] {
  const lines: JournalLine[] = [];
  let hash = createHash('sha256').update(CORE_NAME).digest('hex');
  let group = 0;
  let place = 0;
  let count = 0;
  let position = -1;
  for (const name of readdirSync(directory).sort()) {
    if (!/^\d{20}\.jsonl$/.test(name)) continue;
    const content = readFileSync(join(directory, name), 'utf8');
    check(content === '' || content.endsWith('\n'), `${name} ends in the middle of a line`);
    check(Number(name.slice(0, 20)) === position + 1, `${name} does not follow position ${position}`);
    for (const line of content.split('\n').slice(0, -1)) {
      const match = LINE.exec(line);
      check(match !== null, `${name} has a line that is none, behind position ${position}`);
      const [, claimed, inGroup, atPlace, ofCount, bytes] = match;
      const computed = createHash('sha256').update(hash).update(bytes).digest('hex');
      check(computed === claimed, `the chain breaks behind position ${position}`);
      check(bytes.endsWith(`,"prev":"${hash}"}`), `a batch behind position ${position} names another link`);
      if (place === count) {
        check(Number(inGroup) === group + 1, `group ${inGroup} follows group ${group}`);
        [group, place, count] = [group + 1, 0, Number(ofCount)];
      }
      check(
        Number(inGroup) === group && Number(atPlace) === place && Number(ofCount) === count,
        `group ${group} is torn at place ${place}`,
      );
      place++;
      const { batch } = decodeBatch(bytes);
      check(batch.first === position + 1 && batch.events.length > 0, `a batch at ${batch.first} follows ${position}`);
      position = batch.first + batch.events.length - 1;
      hash = computed;
      lines.push({ batch, hash });
    }
    check(place === count, `${name} ends in the middle of group ${group}`);
  }
  return lines;
}

/* What is true: a fold of the journal, and sums over its events that no code of the exchange made */

class Truth {
  readonly auditor = new Auditor();
  readonly state = createState();
  readonly live = new LiveViews();
  readonly fills = new Map<string, unknown>();
  readonly clientIds = new Map<string, { position: number; id: number | null }>();
  private head = '';
  private batches = 0;

  /** Takes in what is new; what was there before must be there still. */
  follow(lines: readonly JournalLine[]): void {
    check(lines.length >= this.batches, `the journal had ${this.batches} batches and has ${lines.length}`);
    if (this.batches > 0) check(lines[this.batches - 1].hash === this.head, 'the journal was rewritten');
    for (const { batch, hash } of lines.slice(this.batches)) {
      this.auditor.follow(batch);
      evolve(this.state, batch);
      this.live.fold([batch]);
      this.remember(batch);
      for (const event of batch.events) if (event.type === 'TradeExecuted') this.addFills(event, batch.at);
      this.head = hash;
    }
    this.batches = lines.length;
    this.auditor.compare(this.state);
  }

  private remember({ actor, command, events, first }: Batch): void {
    if (command.clientId === undefined) return;
    const name = `${actor} ${command.clientId}`;
    check(!this.clientIds.has(name), `${name} happened twice: at ${this.clientIds.get(name)?.position} and ${first}`);
    this.clientIds.set(name, { position: first + events.length - 1, id: idOf(events[0]) });
  }

  private addFills(event: EventOf<'TradeExecuted'>, at: number): void {
    for (const role of ['maker', 'taker'] as const) {
      const order = role === 'maker' ? event.makerOrder : event.takerOrder;
      const taker = role === 'taker';
      const side = (event.takerSide === 'buy') === taker ? 'buy' : 'sell';
      this.fills.set(`${order}/${event.trade}`, {
        userId: taker ? event.taker : event.maker,
        market: event.market,
        side,
        role,
        price: event.price,
        quantity: event.quantity,
        fee: taker ? event.takerFee : event.makerFee,
        at,
      });
    }
  }

  /** The process that has just started says the same, from its snapshot, its tail and its read models. */
  compare(seen: Inspection, now: number): void {
    const { position } = this.state;
    same(seen.position, position, 'position');
    same(seen.stateHash, stateHash(this.state), 'state hash from snapshot and tail');
    same(seen.live, liveDump(this.live, now, USERS, MARKET_NAMES), 'live views');
    same(seen.checkpoint, position, 'checkpoint of the read models');
    this.compareBalances(seen);
    const open = [...this.auditor.spot.orders.values()].map((order) => [
      order.id,
      [order.user, order.market, order.side, order.kind, order.price || null, order.filled, order.filledQuote],
      [order.quantity || null, order.quoteAmount || null, order.trigger || null],
    ]);
    const openRows = seen.openOrders.map((row) => [
      row.id,
      [row.userId, row.market, row.side, row.kind, row.price, row.filledQuantity, row.filledQuote],
      [row.quantity, row.quoteAmount, row.triggerPrice],
    ]);
    same(byFirst(openRows), byFirst(open), 'open orders of the read models');
    same(seen.fills.length, this.fills.size, 'number of fills in the read models');
    for (const { orderId, tradeId, userId, market, side, role, price, quantity, fee, at } of seen.fills) {
      const row = { userId, market, side, role, price, quantity, fee, at };
      same(row, this.fills.get(`${orderId}/${tradeId}`), `fill ${orderId}/${tradeId} of the read models`);
    }
    const unended = seen.withdrawals.filter((row) => row.endedAt === null);
    same(
      byFirst(unended.map((row) => [row.id, row.userId, row.asset, row.amount, row.fee, row.status, row.approvals])),
      byFirst(
        [...this.auditor.wallet.withdrawals.values()].map((one) => {
          return [one.withdrawal, one.user, one.asset, one.amount, one.fee, one.status, JSON.stringify(one.approvals)];
        }),
      ),
      'withdrawals of the read models',
    );
  }

  private compareBalances({ balances }: Inspection): void {
    const rows = new Map<string, bigint>();
    for (const row of balances) {
      for (const bucket of ['available', 'frozen', 'locked'] as const) {
        rows.set(`${row.userId}/${row.account}/${row.asset}/${bucket}`, row[bucket]);
      }
    }
    const sums = [...this.auditor.entries.balances].filter(([account]) => !account.startsWith('house/'));
    for (const [account, sum] of sums) same(rows.get(account), sum, `${account} in the read models`);
    const known = new Map(sums);
    for (const [account, amount] of rows) same(amount, known.get(account) ?? 0n, `${account} in the read models`);
  }
}

/** The order, withdrawal, hold, transfer, recharge or proposal that a command made, from what happened first. */
function idOf(event: CoreEvent): number | null {
  if (event.type === 'OrderPlaced' || event.type === 'OrderAmended') return event.order;
  if (event.type === 'WithdrawalApplied') return event.withdrawal;
  if (event.type === 'FundsTransferred') return event.transfer;
  if (event.type === 'RechargeSeen' || event.type === 'RechargeCredited') return event.recharge ?? null;
  if (event.type === 'StaffProposed' || event.type === 'StaffConfirmed') return event.proposal;
  return event.type === 'FundsFrozen' ? event.hold : null;
}

function byFirst<Row extends unknown[]>(rows: Row[]): Row[] {
  return rows.sort(([a], [b]) => Number(a) - Number(b));
}

/* What users do */

interface Sent {
  envelope: CommandEnvelope;
  /** Sent to the living process and not yet answered, so often. */
  waiting: number;
  accepted: Accepted | null;
  isAnswered: boolean;
}

class Traffic {
  readonly sent: Sent[] = [];
  /** Of those that died unanswered: to be repeated. */
  private again: number[] = [];
  private readonly orders = new Map<number, number[]>();
  private withdrawals: { id: number; user: number }[] = [];

  constructor(private readonly roll: (sides: number) => number) {}

  add(envelope: CommandEnvelope): number {
    const key = this.sent.length;
    const clientId = `kill-${key}`;
    this.sent.push({ envelope: { ...envelope, clientId }, waiting: 0, accepted: null, isAnswered: false });
    return key;
  }

  /** The process died: what it owed is to be repeated under the same client ids. Returns how many. */
  lost(): number {
    this.sent.forEach((one, key) => {
      if (one.waiting > 0 && !one.isAnswered) this.again.push(key);
      one.waiting = 0;
    });
    return this.again.length;
  }

  get unanswered(): readonly Sent[] {
    return this.again.map((key) => this.sent[key]);
  }

  /** Takes in one answer; it may not contradict an earlier one, nor the journal. */
  answered({ key, outcome }: KeyedAnswer, truth: Truth): void {
    const one = this.sent[key];
    const { actor, clientId, command } = one.envelope;
    one.waiting--;
    if (outcome === null) {
      if (!one.isAnswered && one.waiting === 0) this.again.push(key);
      return;
    }
    one.isAnswered = true;
    const stored = one.accepted ?? truth.clientIds.get(`${actor} ${clientId}`);
    const what = `${command.type} ${clientId} of ${actor}`;
    if (isRejection(outcome)) {
      // The system has no client ids: its commands are idempotent, or refused when they come again.
      check(!stored || !/^(user|admin)\//.test(actor), `${what} was stored and is refused now: ${outcome.rejected}`);
      return;
    }
    if (stored) {
      same([outcome.position, outcome.id], [stored.position, stored.id], `${what} has a second outcome`);
      check(outcome.repeated, `${what} is answered as new`);
    }
    one.accepted ??= outcome;
    if (command.type === 'PlaceOrder') this.ordersOf(command.user).push(outcome.id as number);
    if (command.type === 'ApplyWithdrawal') this.withdrawals.push({ id: outcome.id as number, user: command.user });
  }

  /** The next command to send: what has to be repeated first, then now and then one twice. */
  next(): number {
    return this.again.shift() ?? this.add(this.wish());
  }

  get hasUnanswered(): boolean {
    return this.again.length > 0;
  }

  private wish(): CommandEnvelope {
    const user = this.pick(USERS);
    const own = (command: Command): CommandEnvelope => ({ actor: `user/${user}`, command });
    const staff = (command: Command): CommandEnvelope => ({ actor: STAFF, command });
    const terms = this.pick(MARKETS);
    const price = terms.referencePrice + this.roll(13) - 6;
    const quantity = 1 + this.roll(40);
    const order = this.pick(this.ordersOf(user).slice(-30)) ?? 1 + this.roll(500);
    const asset = this.pick(ASSETS);
    const act = this.roll(100);
    if (act < 60) return own(this.placing(user, terms, price, quantity));
    if (act < 70) return own({ type: 'AmendOrder', user, order, price, quantity });
    if (act < 84) return own({ type: 'CancelOrder', user, order });
    if (act < 86) return own({ type: 'CancelAllOrders', user, market: terms.market });
    if (act < 89) {
      const amount = BigInt(1 + this.roll(100_000));
      return {
        actor: 'system',
        command: { type: 'CreditRecharge', user, asset, amount, reference: `r-${this.sent.length}` },
      };
    }
    if (act < 91) {
      const [from, to] = this.roll(2) === 0 ? (['spot', 'financial'] as const) : (['financial', 'spot'] as const);
      return own({ type: 'TransferFunds', user, asset, from, to, amount: BigInt(1 + this.roll(5_000)) });
    }
    const destination = { chain: asset, address: 'address' };
    const amount = BigInt(100 + this.roll(5_000));
    if (act < 95 || this.withdrawals.length === 0) {
      return own({ type: 'ApplyWithdrawal', user, asset, amount, ...destination });
    }
    const { id: withdrawal, user: owner } = this.pick(this.withdrawals.slice(-5));
    if (act < 96) return { actor: `user/${owner}`, command: { type: 'CancelWithdrawal', user: owner, withdrawal } };
    if (act < 97) return staff({ type: 'ApproveWithdrawal', withdrawal });
    if (act < 98) return staff({ type: 'StartPayout', withdrawal });
    if (act < 99) return staff({ type: 'PayWithdrawal', withdrawal, reference: `tx-${this.roll(1_000)}` });
    return staff({ type: 'RejectWithdrawal', withdrawal, reason: 'no' });
  }

  private placing(user: number, { market }: { market: string }, price: number, quantity: number): Command {
    const side = this.roll(2) === 0 ? 'buy' : 'sell';
    const common = { type: 'PlaceOrder', user, market, side, selfTrade: 'cancel_taker' } as const;
    const kind = this.roll(12);
    const trigger = price + this.roll(9) - 4;
    if (kind === 0) return { ...common, kind: 'market', timeInForce: 'ioc', quantity };
    if (kind === 1) return { ...common, kind: 'stop_limit', timeInForce: 'gtc', price, trigger, quantity };
    if (kind === 2) {
      const size = side === 'buy' ? { quoteAmount: BigInt(quantity * price * 1_000) } : { quantity };
      return { ...common, kind: 'stop_market', timeInForce: 'ioc', trigger, ...size };
    }
    return { ...common, kind: 'limit', timeInForce: kind === 3 ? 'ioc' : 'gtc', price, quantity };
  }

  private ordersOf(user: number): number[] {
    let orders = this.orders.get(user);
    if (!orders) this.orders.set(user, (orders = []));
    return orders;
  }

  private pick<T>(from: readonly T[]): T {
    return from[this.roll(from.length)];
  }
}

function* opening(): Generator<CommandEnvelope> {
  const staff = (command: Command): CommandEnvelope => ({ actor: STAFF, command });
  yield staff({ type: 'ListAsset', asset: 'BTC', scale: 3, withdrawalFee: 2n, withdrawalMin: 5n });
  yield staff({ type: 'ListAsset', asset: 'ETH', scale: 5, withdrawalFee: 0n, withdrawalMin: 1n });
  yield staff({ type: 'ListAsset', asset: 'USDT', scale: 5, withdrawalFee: 10n, withdrawalMin: 100n });
  for (const asset of ASSETS) {
    yield staff({ type: 'SetRechargeTerms', asset, chain: asset, minimum: 1n, confirmations: 12 });
  }
  for (const terms of MARKETS) {
    yield staff({ type: 'ListMarket', ...terms });
    yield staff({ type: 'SetMarketState', market: terms.market, state: 'open' });
  }
  for (const user of USERS) {
    yield { actor: 'registrar', command: { type: 'RegisterMember', user } };
    yield staff({ type: 'VerifyMember', user });
    for (const asset of ASSETS) {
      const reference = `opening/${user}/${asset}`;
      yield { actor: 'demo', command: { type: 'CreditRecharge', user, asset, amount: 1_000_000_000n, reference } };
    }
  }
}

/* The process that dies */

export interface VictimOptions extends Pick<KillOptions, 'childFile' | 'directory'> {
  snapshotEveryEvents?: number;
}

export class Victim {
  private readonly child: ChildProcess;
  private readonly gone: Promise<void>;
  private errors = '';
  private isGone = false;
  private onMessage: (message: FromChild) => void = () => undefined;

  constructor({ childFile, directory, snapshotEveryEvents = SNAPSHOT_EVERY_EVENTS }: VictimOptions) {
    this.child = fork(childFile, [directory, String(snapshotEveryEvents)], {
      serialization: 'advanced',
      execArgv: ['--enable-source-maps'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.child.stderr?.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
    this.child.on('message', (message: FromChild) => this.onMessage(message));
    // A write to a process that has just been killed.
    this.child.on('error', () => undefined);
    this.gone = new Promise((resolve) => {
      this.child.once('close', () => {
        this.isGone = true;
        resolve();
      });
    });
  }

  send(message: ToChild): void {
    if (this.child.connected) this.child.send(message, () => undefined);
  }

  listen(onMessage: (message: FromChild) => void): void {
    this.onMessage = onMessage;
  }

  /** The next message of that kind. */
  async hear<Kind extends FromChild['is']>(kind: Kind): Promise<Extract<FromChild, { is: Kind }>> {
    const heard = new Promise<FromChild>((resolve) => this.listen((message) => resolve(message)));
    const message = await Promise.race([heard, this.gone, pause(ANSWER_MS_MAX)]);
    check(message !== undefined, `the exchange ended or is silent instead of ${kind}: ${this.errors}`);
    check(message.is === kind, `the exchange says ${text(message)} instead of ${kind}`);
    return message as Extract<FromChild, { is: Kind }>;
  }

  /** Everything it said before it died has been heard when this resolves. */
  async kill(): Promise<void> {
    check(!this.isGone, `the exchange ended by itself: ${this.errors}`);
    this.child.kill('SIGKILL');
    await this.gone;
  }

  async end(): Promise<void> {
    this.send({ is: 'close' });
    await this.gone;
    same(this.child.exitCode, 0, `exit code, ${this.errors}`);
  }

  /** Whatever became of it, it does not outlive its parent. */
  destroy(): void {
    if (!this.isGone) this.child.kill('SIGKILL');
  }
}

/* Round after round */

class Rounds {
  private readonly roll: (sides: number) => number;
  private readonly truth = new Truth();
  private readonly traffic: Traffic;
  private victim: Victim;
  private failure: Error | null = null;
  private inFlight = 0;
  private budget = 0;
  private onIdle: () => void = () => undefined;
  private readonly summary: KillSummary;

  constructor(private readonly options: KillOptions) {
    this.roll = dice(options.seed);
    this.traffic = new Traffic(this.roll);
    this.victim = new Victim(options);
    this.summary = {
      rounds: 0,
      position: -1,
      trades: 0,
      answered: 0,
      unanswered: 0,
      unansweredStored: 0,
      fromSnapshot: 0,
      killedStarting: 0,
      killedClosing: 0,
      stateHash: '',
    };
  }

  async run(): Promise<KillSummary> {
    try {
      await this.open();
      for (let round = 1; round <= this.options.rounds; round++) {
        const told = await this.round(round);
        this.summary.rounds = round;
        this.options.say(`round ${round}/${this.options.rounds}: ${told}`);
        this.victim = new Victim(this.options);
      }
      const restart = await this.examine();
      await this.load(0);
      await this.settled();
      await this.victim.end();
      this.truth.follow(this.readJournal());
      this.checkAnswers();
      this.summary.position = this.truth.state.position;
      this.summary.trades = this.truth.auditor.trades;
      this.summary.stateHash = stateHash(this.truth.state);
      this.options.say(`last start: ${restart}; everything repeated and answered`);
      return this.summary;
    } finally {
      this.victim.destroy();
    }
  }

  /** Lists, registers and credits, all of it answered, before anything is killed. */
  private async open(): Promise<void> {
    await this.victim.hear('ready');
    this.victim.listen((message) => this.hear(message));
    this.send(byTwo([...opening()]).map((envelope) => this.traffic.add(envelope)));
    await this.settled();
    await this.victim.kill();
    this.victim = new Victim(this.options);
  }

  private async round(round: number): Promise<string> {
    // Of six rounds one ends while starting and one while closing, however few there are.
    const kind = round % 6;
    if (kind === 0 && round > 1) {
      const ms = this.roll(STARTING_MS_MAX);
      await pause(ms);
      await this.victim.kill();
      this.summary.killedStarting++;
      return `killed while starting, after ${ms} ms`;
    }
    const restart = await this.examine();
    const before = this.summary.answered;
    const ms = 5 + this.roll(LOAD_MS_MAX);
    const warm = this.roll(3) > 0;
    await this.load(ROUND_COMMANDS_MAX);
    // The first commands of a process take longest: without this, most rounds would end before the first answer.
    while (warm && this.summary.answered === before && !this.failure) await pause(5);
    await Promise.race([pause(ms), this.settled()]);
    let how = `killed after ${ms} ms`;
    if (kind === 1) {
      this.victim.send({ is: 'close' });
      const closingMs = this.roll(CLOSING_MS_MAX);
      await pause(closingMs);
      how += ` of load and ${closingMs} of closing`;
      this.summary.killedClosing++;
    }
    await this.victim.kill();
    this.throwFailure();
    const unanswered = this.traffic.lost();
    this.summary.unanswered += unanswered;
    this.inFlight = 0;
    return `${restart}; ${this.summary.answered - before} answers, ${how} with ${unanswered} unanswered`;
  }

  /** After a restart, before anything new: what the files say, and whether the process says the same. */
  private async examine(): Promise<string> {
    const { position, snapshot, tail } = await this.victim.hear('ready');
    this.truth.follow(this.readJournal());
    same(position, this.truth.state.position, 'position after the restart');
    this.checkAnswers();
    const stored = this.traffic.unanswered.filter(({ envelope: { actor, clientId } }) =>
      this.truth.clientIds.has(`${actor} ${clientId}`),
    ).length;
    this.summary.unansweredStored += stored;
    if (snapshot >= 0) this.summary.fromSnapshot++;
    const now = Date.now();
    this.victim.send({ is: 'inspect', now, users: USERS, markets: MARKET_NAMES });
    const { inspection } = await this.victim.hear('inspection');
    this.truth.compare(inspection, now);
    return `position ${position} from snapshot ${snapshot} and ${tail} batches, ${stored} unanswered are stored`;
  }

  /** Every accepted command that was ever answered is in the journal, where the answer said. */
  private checkAnswers(): void {
    for (const { accepted, envelope } of this.traffic.sent) {
      if (!accepted || !/^(user|admin)\//.test(envelope.actor)) continue;
      const name = `${envelope.actor} ${envelope.clientId}`;
      same(
        this.truth.clientIds.get(name),
        { position: accepted.position, id: accepted.id },
        `${envelope.command.type} ${name} was answered; the journal`,
      );
    }
  }

  private readJournal(): JournalLine[] {
    return readJournalFiles(journalDirectory(this.options.directory));
  }

  /** Keeps commands in flight: what must be repeated, then `budget` new ones. */
  private async load(budget: number): Promise<void> {
    this.budget = budget;
    this.victim.listen((message) => this.hear(message));
    this.refill();
  }

  private refill(): void {
    const keys: number[] = [];
    while (this.inFlight + keys.length < IN_FLIGHT && (this.budget > 0 || this.traffic.hasUnanswered)) {
      if (!this.traffic.hasUnanswered) this.budget--;
      const repeats = this.traffic.hasUnanswered || this.roll(20) === 0;
      const key = this.traffic.next();
      keys.push(key);
      // A client that lost patience: the same once more, at the same time.
      if (repeats) keys.push(key);
    }
    if (keys.length > 0) this.send(keys);
  }

  private send(keys: readonly number[]): void {
    const commands = keys.map((key) => {
      this.traffic.sent[key].waiting++;
      return { key, envelope: this.traffic.sent[key].envelope };
    });
    this.inFlight += keys.length;
    this.victim.send({ is: 'commands', commands });
  }

  private hear(message: FromChild): void {
    try {
      if (message.is === 'failed') throw new KillError(`the exchange failed: ${message.message}`);
      if (message.is !== 'answers') return;
      for (const answer of message.answers) {
        this.inFlight--;
        this.summary.answered++;
        this.traffic.answered(answer, this.truth);
      }
      this.refill();
    } catch (error) {
      this.failure ??= error as Error;
    }
    if (this.inFlight === 0 || this.failure) this.onIdle();
  }

  private async settled(): Promise<void> {
    if (this.inFlight > 0 && !this.failure) {
      await new Promise<void>((resolve) => (this.onIdle = resolve));
    }
    this.throwFailure();
  }

  private throwFailure(): void {
    if (this.failure) throw this.failure;
  }
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined).unref());
}

/** Resolves when every round has passed; rejects with the first thing that is not as it must be. */
export function killRounds(options: KillOptions): Promise<KillSummary> {
  return new Rounds(options).run();
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { rounds: { type: 'string' }, seed: { type: 'string' }, dir: { type: 'string' } },
  });
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const directory = values.dir ?? mkdtempSync(join(tmpdir(), 'kill-'));
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  say(`seed ${seed}, data in ${directory}`);
  try {
    const rounds = Number(values.rounds ?? 20);
    const summary = await killRounds({ rounds, seed, directory, childFile: join(__dirname, 'kill-child.js'), say });
    for (const [name, value] of Object.entries(summary)) say(`${name.padEnd(18)} ${value}`);
    if (values.dir === undefined) rmSync(directory, { recursive: true, force: true });
  } catch (error) {
    process.stderr.write(`FAILED with --seed ${seed}, data kept in ${directory}: ${(error as Error).stack}\n`);
    process.exitCode = 1;
  }
}

if (require.main === module) void main();
