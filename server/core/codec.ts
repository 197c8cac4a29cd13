/**
 * The canonical form of a batch: the bytes that the journal stores, that the chain hashes and that any other program can
 * read. Fixed key order, amounts as decimal digits in quotes, safe integers, absent fields left out, no white space:
 * encode(decode(bytes)) = bytes. What JSON.stringify would write for the same ordered object, only several times faster,
 * since encoding and not matching is the cost of the hot path.
 */
import type { Actor } from './command';
import type { Batch, CommandNote, CoreEvent, EventOf, EventType } from './event';
import type { Entry } from './ledger/entry';

/** The form this build writes. Older ones are brought up to it before they are decoded (`server/journal/upcast.ts`). */
export const BATCH_VERSION = 1;

/**
 * How a field is written. `word`: text that needs no escape by construction (assets, markets, members of enumerations);
 * `text`: what people type; `integer`: a safe integer; `amount`: a bigint. With `?`: left out when absent.
 */
type CodeOf<V> = [V] extends [bigint]
  ? 'amount'
  : [V] extends [number]
    ? 'integer'
    : [V] extends [string]
      ? 'word' | 'text'
      : [V] extends [number[]]
        ? 'integers'
        : [V] extends [Entry[]]
          ? 'entries'
          : never;
type Shape<E> = {
  [K in Exclude<keyof E, 'type'>]-?: undefined extends E[K] ? `${CodeOf<Exclude<E[K], undefined>>}?` : CodeOf<E[K]>;
};

/** The fields of every event in their canonical order, behind `type`. A kind or a field without its place does not compile. */
export const EVENT_SHAPES: { [T in EventType]: Shape<EventOf<T>> } = {
  AssetListed: {
    asset: 'word',
    scale: 'integer',
    withdrawalFee: 'amount',
    withdrawalMin: 'amount',
    fiat: 'integer?',
  },
  MarketListed: {
    market: 'word',
    base: 'word',
    quote: 'word',
    tick: 'word',
    lot: 'word',
    quantityMin: 'integer',
    quantityMax: 'integer',
    notionalMin: 'amount',
    priceLowest: 'integer',
    priceHighest: 'integer',
    makerFeesPpb: 'integers',
    takerFeesPpb: 'integers',
    openOrdersMax: 'integer',
    referencePrice: 'integer',
    bandPpb: 'integer',
  },
  MarketStateChanged: { market: 'word', state: 'word' },
  MemberRegistered: { user: 'integer', registration: 'text?' },
  MemberVerified: { user: 'integer' },
  AccountFrozen: { user: 'integer', reason: 'text' },
  AccountUnfrozen: { user: 'integer', reason: 'text' },
  FeeTierAssigned: { user: 'integer', tier: 'integer' },
  FundsTransferred: {
    transfer: 'integer',
    user: 'integer',
    asset: 'word',
    from: 'word',
    to: 'word',
    amount: 'amount',
    entries: 'entries',
  },
  RechargeTermsSet: { asset: 'word', chain: 'word', minimum: 'amount', confirmations: 'integer' },
  DepositAddressAssigned: { user: 'integer', chain: 'word', index: 'integer', address: 'text' },
  RechargeSeen: {
    recharge: 'integer',
    user: 'integer',
    asset: 'word',
    chain: 'word',
    reference: 'text',
    address: 'text?',
    amount: 'amount',
    dust: 'text?',
    confirmations: 'integer',
    needed: 'integer',
  },
  RechargeConfirmed: { recharge: 'integer', user: 'integer', confirmations: 'integer' },
  RechargeRetracted: { recharge: 'integer', user: 'integer' },
  RechargeFailed: { recharge: 'integer', user: 'integer', reason: 'word' },
  RechargeCredited: {
    recharge: 'integer?',
    user: 'integer',
    asset: 'word',
    amount: 'amount',
    reference: 'text',
    entries: 'entries',
  },
  WithdrawalApplied: {
    withdrawal: 'integer',
    user: 'integer',
    asset: 'word',
    amount: 'amount',
    fee: 'amount',
    hold: 'integer',
    chain: 'word?',
    address: 'text?',
    card: 'integer?',
    value: 'amount?',
    day: 'integer?',
    entries: 'entries',
  },
  WithdrawalReviewSet: { secondApprovalAbove: 'amount' },
  WithdrawalApproved: { withdrawal: 'integer', user: 'integer', by: 'integer', complete: 'integer' },
  PayoutStarted: { withdrawal: 'integer', user: 'integer' },
  RejectionProposed: { withdrawal: 'integer', user: 'integer', by: 'integer', reason: 'text' },
  WithdrawalPaid: { withdrawal: 'integer', user: 'integer', reference: 'text', entries: 'entries' },
  WithdrawalRejected: { withdrawal: 'integer', user: 'integer', reason: 'text', entries: 'entries' },
  WithdrawalCancelled: { withdrawal: 'integer', user: 'integer', entries: 'entries' },
  FundsFrozen: {
    hold: 'integer',
    user: 'integer',
    asset: 'word',
    amount: 'amount',
    account: 'word?',
    reason: 'text',
    entries: 'entries',
  },
  FundsUnfrozen: { hold: 'integer', user: 'integer', reason: 'text', entries: 'entries' },
  HouseFunded: { asset: 'word', amount: 'amount', reason: 'text', entries: 'entries' },
  OrderPlaced: {
    order: 'integer',
    user: 'integer',
    market: 'word',
    side: 'word',
    kind: 'word',
    timeInForce: 'word',
    selfTrade: 'word',
    price: 'integer?',
    quantity: 'integer?',
    quoteAmount: 'amount?',
    trigger: 'integer?',
    disposition: 'word',
    entries: 'entries',
  },
  OrderTriggered: { order: 'integer', user: 'integer', market: 'word', disposition: 'word' },
  OrderRested: {
    order: 'integer',
    user: 'integer',
    market: 'word',
    side: 'word',
    price: 'integer',
    quantity: 'integer',
  },
  TradeExecuted: {
    trade: 'integer',
    market: 'word',
    price: 'integer',
    quantity: 'integer',
    takerSide: 'word',
    makerOrder: 'integer',
    takerOrder: 'integer',
    maker: 'integer',
    taker: 'integer',
    makerFee: 'amount',
    takerFee: 'amount',
    entries: 'entries',
  },
  OrderAmended: {
    order: 'integer',
    user: 'integer',
    market: 'word',
    side: 'word',
    price: 'integer',
    quantity: 'integer',
    openBefore: 'integer',
    priceBefore: 'integer',
    disposition: 'word',
    entries: 'entries',
  },
  OrderCancelled: {
    order: 'integer',
    user: 'integer',
    market: 'word',
    side: 'word',
    price: 'integer',
    open: 'integer',
    rested: 'integer',
    reason: 'word',
    entries: 'entries',
  },
};

/** `{"v":1,"first":…,"at":…,"command":{…},"actor":"…","events":[…]`: everything but `,"prev":"…"}`, which the journal adds. */
export function encodeBody(batch: Batch): string {
  const events = batch.events;
  let text = bodyStart(batch.first, batch.at, encodeCommand(batch.command), batch.actor);
  for (let index = 0; index < events.length; index++) {
    text += index === 0 ? encodeEvent(events[0]) : ',' + encodeEvent(events[index]);
  }
  return flat(text + ']');
}

/**
 * One piece of text instead of the hundred it was put together from. Left as pieces, which is how the engine adds strings,
 * they would wait for their group in memory and cost its collector more than the whole encoding. Reading a letter joins them.
 */
function flat(text: string): string {
  if (text.charCodeAt(0) !== OPENING_BRACE) throw new CodecError('a body begins with a brace');
  return text;
}
const OPENING_BRACE = 0x7b;

/** The same body from texts that were stored one by one, unchanged: what was hashed is what is read. */
export function joinBody(first: number, at: number, command: string, actor: string, events: readonly string[]): string {
  return bodyStart(first, at, command, actor) + events.join(',') + ']';
}

function bodyStart(first: number, at: number, command: string, actor: string): string {
  return `{"v":1,"first":${integer(first)},"at":${time(at)},"command":${command},"actor":"${actor}","events":[`;
}

export function encodeCommand(note: CommandNote): string {
  let text = '{"type":"' + note.type + '"';
  if (note.clientId !== undefined) text += ',"clientId":"' + note.clientId + '"';
  if (note.digest !== undefined) text += ',"digest":"' + note.digest + '"';
  if (note.cause !== undefined) text += ',"cause":' + integer(note.cause);
  return text + '}';
}

export function encodeEvent(event: CoreEvent): string {
  if (event.type === 'OrderPlaced') return encodeOrderPlaced(event);
  if (event.type === 'TradeExecuted') return encodeTradeExecuted(event);
  if (event.type === 'OrderRested') return encodeOrderRested(event);
  if (event.type === 'OrderCancelled') return encodeOrderCancelled(event);
  return encodeByTable(event);
}

// The four kinds that make up nearly every batch are written out: the engine turns each into straight code, in half the
// time of the walk over the table. The table stays the truth: a test holds each of them against it.

function encodeOrderPlaced(event: EventOf<'OrderPlaced'>): string {
  const { price, quantity, quoteAmount, trigger } = event;
  return (
    '{"type":"OrderPlaced","order":' +
    integer(event.order) +
    ',"user":' +
    integer(event.user) +
    ',"market":"' +
    event.market +
    '","side":"' +
    event.side +
    '","kind":"' +
    event.kind +
    '","timeInForce":"' +
    event.timeInForce +
    '","selfTrade":"' +
    event.selfTrade +
    (price === undefined ? '"' : '","price":' + integer(price)) +
    (quantity === undefined ? '' : ',"quantity":' + integer(quantity)) +
    (quoteAmount === undefined ? '' : ',"quoteAmount":"' + quoteAmount + '"') +
    (trigger === undefined ? '' : ',"trigger":' + integer(trigger)) +
    ',"disposition":"' +
    event.disposition +
    '","entries":' +
    encodeEntries(event.entries) +
    '}'
  );
}

function encodeTradeExecuted(event: EventOf<'TradeExecuted'>): string {
  return (
    '{"type":"TradeExecuted","trade":' +
    integer(event.trade) +
    ',"market":"' +
    event.market +
    '","price":' +
    integer(event.price) +
    ',"quantity":' +
    integer(event.quantity) +
    ',"takerSide":"' +
    event.takerSide +
    '","makerOrder":' +
    integer(event.makerOrder) +
    ',"takerOrder":' +
    integer(event.takerOrder) +
    ',"maker":' +
    integer(event.maker) +
    ',"taker":' +
    integer(event.taker) +
    ',"makerFee":"' +
    event.makerFee +
    '","takerFee":"' +
    event.takerFee +
    '","entries":' +
    encodeEntries(event.entries) +
    '}'
  );
}

function encodeOrderRested(event: EventOf<'OrderRested'>): string {
  return (
    '{"type":"OrderRested","order":' +
    integer(event.order) +
    ',"user":' +
    integer(event.user) +
    ',"market":"' +
    event.market +
    '","side":"' +
    event.side +
    '","price":' +
    integer(event.price) +
    ',"quantity":' +
    integer(event.quantity) +
    '}'
  );
}

function encodeOrderCancelled(event: EventOf<'OrderCancelled'>): string {
  return (
    '{"type":"OrderCancelled","order":' +
    integer(event.order) +
    ',"user":' +
    integer(event.user) +
    ',"market":"' +
    event.market +
    '","side":"' +
    event.side +
    '","price":' +
    integer(event.price) +
    ',"open":' +
    integer(event.open) +
    ',"rested":' +
    event.rested +
    ',"reason":"' +
    event.reason +
    '","entries":' +
    encodeEntries(event.entries) +
    '}'
  );
}

function encodeEntries(entries: readonly Entry[]): string {
  if (entries.length === 0) return '[]';
  let text = '';
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index];
    const hold = entry.hold;
    text +=
      (index === 0 ? '[{"kind":"' : ',{"kind":"') +
      entry.kind +
      '","debit":"' +
      entry.debit +
      '","credit":"' +
      entry.credit +
      '","amount":"' +
      entry.amount +
      (hold === undefined ? '"}' : '","hold":' + integer(hold) + '}');
  }
  return text + ']';
}

/** One field of one kind, with what precedes its value: `,"reason":` and the quote that opens a word. */
interface Column {
  key: string;
  code: string;
  before: string;
}
interface Table {
  start: string;
  columns: Column[];
  amounts: string[];
  moves: boolean;
}

const TABLES = new Map<string, Table>(
  Object.entries(EVENT_SHAPES).map(([type, shape]) => {
    const columns = Object.entries(shape).map(([key, coded]) => {
      const code = coded.replace('?', '');
      return { key, code, before: `,"${key}":${code === 'word' || code === 'amount' ? '"' : ''}` };
    });
    const amounts = columns.filter((column) => column.code === 'amount').map((column) => column.key);
    const moves = columns.some((column) => column.code === 'entries');
    return [type, { start: `{"type":"${type}"`, columns, amounts, moves }];
  }),
);

/** Any event by the table of its kind. Exported so that a test can hold the written-out kinds against it. */
export function encodeByTable(event: CoreEvent): string {
  const table = tableOf(event.type);
  const fields = event as unknown as Record<string, unknown>;
  let text = table.start;
  for (const column of table.columns) {
    const value = fields[column.key];
    if (value !== undefined) text += column.before + encodeValue(column.code, value);
  }
  return text + '}';
}

function encodeValue(code: string, value: unknown): string {
  switch (code) {
    case 'word':
      return (value as string) + '"';
    case 'text':
      return JSON.stringify(value);
    case 'integer':
      return integer(value as number);
    case 'integers':
      return '[' + (value as number[]).map(integer).join(',') + ']';
    case 'amount':
      return (value as bigint).toString() + '"';
    case 'entries':
      return encodeEntries(value as Entry[]);
    default:
      throw new CodecError(`no way to write a field as ${code}`);
  }
}

/** A number that JSON cannot carry exactly would come back as another one: better to stop before it is stored. */
function integer(value: number): string {
  if (!Number.isSafeInteger(value)) throw new CodecError(`${value} is not a safe integer`);
  return '' + value;
}

// Batches of one millisecond come in hundreds, and thirteen digits are the dearest number to write.
let lastTime = 0;
let lastTimeText = '0';
function time(at: number): string {
  if (at !== lastTime) {
    lastTimeText = integer(at);
    lastTime = at;
  }
  return lastTimeText;
}

export class CodecError extends Error {}

/** A stored event as JSON.parse gives it: amounts are still text. */
export type PlainEvent = { type: string } & Record<string, unknown>;
/** Brings an event of an older version to the present one; throws for a version it does not know. */
export type Upcast = (version: unknown, event: PlainEvent) => PlainEvent;

interface PlainBatch {
  v: unknown;
  first: number;
  at: number;
  command: CommandNote;
  actor: Actor;
  events: PlainEvent[];
  prev: string;
}

/** A batch and its link from its full canonical JSON. */
export function decodeBatch(text: string, upcast: Upcast = refuseOldVersions): { batch: Batch; prev: string } {
  const { v, first, at, command, actor, events, prev } = JSON.parse(text) as PlainBatch;
  return { batch: { v: 1, first, at, command, actor, events: decodeEvents(v, events, upcast) }, prev };
}

function decodeEvents(version: unknown, events: PlainEvent[], upcast: Upcast): CoreEvent[] {
  const current = version === BATCH_VERSION ? events : events.map((event) => upcast(version, event));
  for (const event of current) decodeEvent(event);
  return current as unknown as CoreEvent[];
}

/** Turns the amounts of a stored event of the present version from digits into bigints, in place. */
export function decodeEvent(plain: PlainEvent): CoreEvent {
  const table = tableOf(plain.type);
  for (const key of table.amounts) {
    const digits = plain[key];
    if (digits !== undefined) plain[key] = BigInt(digits as string);
  }
  if (table.moves) {
    for (const entry of plain['entries'] as { amount: string | bigint }[]) entry.amount = BigInt(entry.amount);
  }
  return plain as unknown as CoreEvent;
}

function refuseOldVersions(version: unknown): never {
  throw new CodecError(`batches of version ${String(version)} are unknown; this build reads version ${BATCH_VERSION}`);
}

function tableOf(type: string): Table {
  const table = TABLES.get(type);
  if (!table) throw new CodecError(`events of type ${type} are unknown to this build`);
  return table;
}
