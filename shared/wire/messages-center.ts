/**
 * What the exchange tells a user: each message is a key with its facts, put into words when it is read, in the language
 * of whoever reads. The socket's channel `message` says that there is a new one.
 */
import { z } from 'zod';
import { FEEDBACK_ANSWER_LENGTH_MAX } from '../products/content/wire';
import { decimal, epochMs, id, pageIndex, pageSize } from './fields';
import type { Route } from './route';
import { listRoute } from './usual-routes';

const IDS_MAX = 200;
const FACT_LENGTH_MAX = 500;

const words = z.string().max(FACT_LENGTH_MAX);
const nothing = z.strictObject({});
const money = z.strictObject({ asset: z.string(), amount: decimal });
/** `reason` is an answer code where the exchange decided; of staff it is one of the catalogue, or text. */
const moneyWithReason = money.extend({ reason: words });
const ofOrder = z.strictObject({ order: id, market: words, side: z.enum(['buy', 'sell']), quote: words });
/** Base that was filled, and quote that it came to. */
const filled = ofOrder.extend({ base: words, amount: decimal, total: decimal });

const ofOption = money.extend({ contract: id, market: words });

const ofFinancial = money.extend({ purchase: id, product: words });

const ofRobot = z.strictObject({ robot: id, market: words, asset: words });
/** What went back: `total` of the asset, and so many coins of the base. */
const robotOver = ofRobot.extend({ total: decimal, base: words, coins: decimal });
const ofProposal = z.strictObject({ proposal: id, act: words, by: z.int() });

/** What waits for staff. */
export const OVERDUE_QUEUES = ['withdrawal', 'recharge', 'verification', 'proposal', 'feedback'] as const;
export type OverdueQueue = (typeof OVERDUE_QUEUES)[number];

/** Whose it is, and how much, is at the desk alone: messages go to all staff, whatever their rights. */
const ofDifference = z.strictObject({ comparison: words, asset: words });

const ofContract = z.strictObject({ market: words });
const ofPosition = ofContract.extend({ position: z.enum(['long', 'short']) });
const sized = ofPosition.extend({ amount: decimal, base: words, quote: words });

/** Every kind of message, and the facts it is made of. */
export const MESSAGE_FACTS = {
  'login.new.device': z.strictObject({ device: words, ip: words }),
  'password.changed': nothing,
  'fund.password.changed': nothing,
  'second.factor.bound': nothing,
  'second.factor.unbound': nothing,
  'passkey.added': z.strictObject({ name: words }),
  'passkey.removed': z.strictObject({ name: words }),
  /** Masked. */
  'email.bound': z.strictObject({ address: words }),
  'phone.bound': z.strictObject({ address: words }),
  'recovery.code.used': z.strictObject({ left: z.int() }),
  'recovery.codes.renewed': nothing,
  'anti.phishing.changed': nothing,
  'code.log.in.on': nothing,
  'code.log.in.off': nothing,
  'recovery.requested': nothing,
  'recovery.proposed': nothing,
  'recovery.granted': nothing,
  'recovery.finished': nothing,
  'settings.locked': nothing,
  'settings.unlocked': nothing,
  'own.limits.tightened': nothing,
  'own.limits.loosened': nothing,
  'trading.factor.on': nothing,
  'trading.factor.off': nothing,
  'device.approval.off': nothing,
  /** Told until every withdrawal came to need a listed address. */
  'whitelist.off': nothing,
  /** The number is masked. */
  'bank.card.added': z.strictObject({ bankName: words, cardNumber: words }),
  /** Shortened. */
  'withdrawal.address.added': z.strictObject({ address: words, label: words }),
  'verification.submitted': nothing,
  'verification.passed': nothing,
  'verification.failed': z.strictObject({ reason: words }),
  'recharge.seen': money.extend({ needed: z.int() }),
  'recharge.credited': money,
  'recharge.final': money,
  'recharge.failed': moneyWithReason,
  'recharge.retracted': money,
  'withdrawal.applied': money,
  /** Applied for, to where nothing went before; `destination` is shortened. */
  'withdrawal.first': money.extend({ destination: words }),
  'withdrawal.approved': money,
  'withdrawal.rejected': moneyWithReason,
  'withdrawal.cancelled': money,
  'withdrawal.paid': money,
  /** `from` and `to` are kinds of account. */
  'transfer.done': money.extend({ from: words, to: words }),
  /** Of what the own command did at once, its answer tells. */
  'order.filled': filled,
  'order.triggered': ofOrder.extend({ trigger: decimal }),
  /** `why` is the reason of an order's end. */
  'order.expired': filled.extend({ why: words }),
  'order.cancelled': filled.extend({ why: words }),
  /** So many were told in this hour, and no more will be. */
  'orders.more': z.strictObject({ told: z.int() }),
  /** Of a contract's order for which its owner had no margin; `why` as above. */
  'order.margin': ofOrder.omit({ quote: true }).extend({ why: words }),
  /** `level` in percent: what must be covered over what covers it. */
  'margin.call': ofPosition.extend({ level: z.int(), mark: decimal, quote: words }),
  /** The same of all cross positions in an asset; `equity` is what the account is worth. */
  'margin.account': z.strictObject({ asset: words, level: z.int(), equity: words, requirement: decimal }),
  'liquidation.started': sized.extend({ mark: decimal }),
  /** Of all cross positions in an asset; `equity` may be below zero. */
  'liquidation.account': z.strictObject({ asset: words, equity: words, requirement: decimal }),
  'liquidation.healed': z.strictObject({ asset: words }),
  'liquidation.closed': ofPosition,
  'liquidation.recovered': ofPosition,
  'position.deleveraged': sized.extend({ price: decimal }),
  /** Reached, and not all that it should have closed was closed. */
  'stop.stayed': ofPosition.extend({ trigger: decimal, quote: words, why: words }),
  'position.locked': ofPosition.extend({ time: epochMs }),
  /** As `account.frozen.for`. */
  'position.locked.for': ofPosition.extend({ time: epochMs, reason: words }),
  'position.unlocked': ofPosition,
  /** From `time` on for positions. */
  'contract.terms': ofContract.extend({ time: epochMs }),
  'contract.ending': ofContract.extend({ time: epochMs }),
  'contract.ended': sized.extend({ price: decimal }),
  /** One with a set time has begun, at `price`; `amount` is staked. */
  'option.started': ofOption.extend({ price: decimal }),
  /** `amount` was staked, and `total` is what was paid. */
  'option.won': ofOption.extend({ total: decimal }),
  'option.profit': ofOption.extend({ total: decimal }),
  'option.stopped': ofOption.extend({ total: decimal }),
  'option.lost': ofOption,
  'option.tie': ofOption,
  /** `why` is the reason for which the stake went back. */
  'option.refunded': ofOption.extend({ why: words }),
  /** As `orders.more`. */
  'options.more': z.strictObject({ told: z.int() }),
  /** `time`: from when it earns. */
  'financial.bought': ofFinancial.extend({ time: epochMs }),
  'financial.renewed': ofFinancial.extend({ time: epochMs }),
  /** `total`: principal and income. */
  'financial.settled': ofFinancial.extend({ total: decimal }),
  /** Settled, and not bought again although it was to be: `reason` is an answer code. */
  'financial.unrenewed': ofFinancial.extend({ total: decimal, reason: words }),
  'financial.cancelled': ofFinancial,
  'financial.left': ofFinancial,
  /** `time`: from when it mines. */
  'mining.bought': ofFinancial.extend({ time: epochMs }),
  /** Its incomes were paid day by day. */
  'mining.ended': ofFinancial,
  /** `total` of `coin` is the income of the whole term, paid with it. */
  'mining.ended_paid': ofFinancial.extend({ total: decimal, coin: words }),
  /** To who invited the buyer, once. */
  'mining.rebate': money.extend({ product: words }),
  /** As `orders.more`. */
  'earn.more': z.strictObject({ told: z.int() }),
  'robot.started': ofRobot.extend({ amount: decimal }),
  /** By its user. */
  'robot.stopped': robotOver,
  'robot.ended_staff': robotOver,
  'robot.loss': robotOver,
  /** With these nothing was sold. */
  'robot.closed': robotOver,
  'robot.maintenance': robotOver,
  'robot.frozen': robotOver,
  /** As `orders.more`. */
  'robots.more': z.strictObject({ told: z.int() }),
  /** Of all rebates of one day. */
  'referral.paid': z.strictObject({ day: words }),
  /** To everybody of staff. `act` is the kind of command, `by` who of staff. */
  'staff.proposed': ofProposal,
  'staff.confirmed': ofProposal.extend({ time: epochMs }),
  'staff.declined': ofProposal,
  'staff.applied': ofProposal,
  'staff.lapsed': z.strictObject({ proposal: id }),
  /** Break-glass: the operator asked that `user` be a full admin again from `time` on, and that they are; or a request was refused. */
  'staff.restore.asked': z.strictObject({ proposal: id, user: z.int(), time: epochMs }),
  'staff.restored': z.strictObject({ user: z.int() }),
  'staff.restore.refused': nothing,
  /** One person did it alone; it ends at `time` unless another keeps it. */
  'staff.acted': z.strictObject({ act: words, by: z.int(), time: epochMs }),
  'staff.act.ended': z.strictObject({ act: words, by: z.int() }),
  /** `by` froze the account of `user`, both of staff: both are frozen. */
  'staff.frozen.both': z.strictObject({ user: z.int(), by: z.int() }),
  /** `user` has another role or other rights from now on. */
  'staff.named': z.strictObject({ user: z.int() }),
  /** To all staff: the ledger and something that should agree with it do not. */
  'withdrawals.stopped': ofDifference,
  'withdrawals.lifted': nothing,
  /** To staff with the right for it: number `item` of a queue has waited for more than so many hours. */
  'queue.overdue': z.strictObject({ queue: z.enum(OVERDUE_QUEUES), item: id, hours: z.int() }),
  'account.frozen': nothing,
  /** With a reason of the catalogue, which is for the user to read; any other stays with staff. */
  'account.frozen.for': z.strictObject({ reason: words }),
  'account.unfrozen': nothing,
  /** `account` is a kind of account. */
  'funds.frozen': money.extend({ account: words }),
  'funds.released': money.extend({ account: words }),
  'feedback.answered': z.strictObject({ feedback: id, answer: z.string().max(FEEDBACK_ANSWER_LENGTH_MAX) }),
  /** The transaction is shortened. */
  'deposit.refused': z.strictObject({ transaction: words, reason: words }),
  'feedback.closed': z.strictObject({ feedback: id, reason: words }),
} as const satisfies Record<string, z.ZodObject>;
export type MessageKey = keyof typeof MESSAGE_FACTS;
export type MessageFacts<K extends MessageKey> = z.infer<(typeof MESSAGE_FACTS)[K]>;
export const MESSAGE_KEYS = Object.keys(MESSAGE_FACTS) as MessageKey[];

export const messageRecord = z.object({
  message: id,
  key: z.enum(MESSAGE_KEYS as [MessageKey, ...MessageKey[]]),
  /** In the language of the request. */
  title: z.string(),
  text: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.int()])),
  createdAt: epochMs,
  readAt: epochMs.nullable(),
});
export type MessageRecord = z.infer<typeof messageRecord>;

export const messagesRequest = z.strictObject({
  onlyUnread: z.boolean().default(false),
  pageIndex,
  pageSize,
});
export type MessagesRequest = z.infer<typeof messagesRequest>;

const unread = z.object({ unread: z.int() });

export const MESSAGE_ROUTES = {
  list: listRoute('/exchange/app/message/list', 'Own messages, newest first', messagesRequest, messageRecord),
  unread: {
    method: 'GET',
    path: '/exchange/app/message/unread',
    summary: 'How many own messages are unread',
    access: 'user',
    answer: unread,
  },
  read: {
    method: 'POST',
    path: '/exchange/app/message/read',
    summary: 'Mark own messages as read; answers how many are unread then',
    access: 'user',
    body: z.strictObject({ messages: z.array(id).min(1).max(IDS_MAX) }),
    answer: unread,
  },
  readAll: {
    method: 'POST',
    path: '/exchange/app/message/readAll',
    summary: 'Mark every own message as read',
    access: 'user',
    body: z.strictObject({}),
    answer: unread,
  },
} as const satisfies Record<string, Route>;
