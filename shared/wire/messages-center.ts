/**
 * Notifications to a user. Each is a key with its facts. The reader's language decides the text when it is displayed.
 * The socket's channel `message` announces a new one.
 */
import { z } from 'zod';
import { FEEDBACK_ANSWER_LENGTH_MAX } from '../products/content/wire';
import { PRODUCT_MESSAGES } from '../products/all';
import { money as moneyRow, hourlySummary as toldRow } from '../rules/message-rows';
import { decimal, epochMs, id, pageIndex, pageSize } from './fields';
import { factsOf, factsOfRows, messageText } from './message-fields';
import type { Route } from './route';
import { listRoute } from './usual-routes';

const IDS_MAX = 200;

const nothing = z.strictObject({});
const money = factsOf(moneyRow);
const toldInAnHour = factsOf(toldRow);
/** `reason` is an answer code where the exchange decided; of staff it is one of the catalogue, or text. */
const moneyWithReason = money.extend({ reason: messageText });
const ofOrder = z.strictObject({ order: id, market: messageText, side: z.enum(['buy', 'sell']), quote: messageText });
/** Filled base amount, and its quote amount. */
const filled = ofOrder.extend({ base: messageText, amount: decimal, total: decimal });

const ofProposal = z.strictObject({ proposal: id, act: messageText, by: z.int() });

/** Queues that wait for staff. */
export const OVERDUE_QUEUES = ['withdrawal', 'recharge', 'verification', 'proposal', 'feedback'] as const;
export type OverdueQueue = (typeof OVERDUE_QUEUES)[number];

/** Omits user and amount, because these notifications reach all staff with any rights. The desk shows both. */
const ofDifference = z.strictObject({ comparison: messageText, asset: messageText });

const ofContract = z.strictObject({ market: messageText });
const ofPosition = ofContract.extend({ position: z.enum(['long', 'short']) });
const sized = ofPosition.extend({ amount: decimal, base: messageText, quote: messageText });

/** Every kind of message, and its facts. */
export const MESSAGE_FACTS = {
  'login.new.device': z.strictObject({ device: messageText, ip: messageText }),
  'password.changed': nothing,
  'fund.password.changed': nothing,
  'second.factor.bound': nothing,
  'second.factor.unbound': nothing,
  'passkey.added': z.strictObject({ name: messageText }),
  'passkey.removed': z.strictObject({ name: messageText }),
  /** Masked. */
  'email.bound': z.strictObject({ address: messageText }),
  'phone.bound': z.strictObject({ address: messageText }),
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
  /** Only from the time before every withdrawal needed a listed address. */
  'whitelist.off': nothing,
  /** The number is masked. */
  'bank.card.added': z.strictObject({ bankName: messageText, cardNumber: messageText }),
  /** Shortened. */
  'withdrawal.address.added': z.strictObject({ address: messageText, label: messageText }),
  'verification.submitted': nothing,
  'verification.passed': nothing,
  'verification.failed': z.strictObject({ reason: messageText }),
  'recharge.seen': money.extend({ needed: z.int() }),
  'recharge.credited': money,
  'recharge.final': money,
  'recharge.failed': moneyWithReason,
  'recharge.retracted': money,
  'withdrawal.applied': money,
  /** The first request to this destination; `destination` is shortened. */
  'withdrawal.first': money.extend({ destination: messageText }),
  'withdrawal.approved': money,
  'withdrawal.rejected': moneyWithReason,
  'withdrawal.cancelled': money,
  'withdrawal.paid': money,
  /** `from` and `to` are kinds of account. */
  'transfer.done': money.extend({ from: messageText, to: messageText }),
  /** Not sent for immediate effects of the user's own command, since its answer shows them. */
  'order.filled': filled,
  'order.triggered': ofOrder.extend({ trigger: decimal }),
  /** `why` is the reason for the order's end. */
  'order.expired': filled.extend({ why: messageText }),
  'order.cancelled': filled.extend({ why: messageText }),
  'orders.more': toldInAnHour,
  /** A contract order cancelled because its owner lacked margin; `why` as above. */
  'order.margin': ofOrder.omit({ quote: true }).extend({ why: messageText }),
  /** `level` in percent: requirement divided by cover. */
  'margin.call': ofPosition.extend({ level: z.int(), mark: decimal, quote: messageText }),
  /** The same for all cross positions in an asset; `equity` is the account's equity. */
  'margin.account': z.strictObject({ asset: messageText, level: z.int(), equity: messageText, requirement: decimal }),
  'liquidation.started': sized.extend({ mark: decimal }),
  /** All cross positions in an asset; `equity` may be below zero. */
  'liquidation.account': z.strictObject({ asset: messageText, equity: messageText, requirement: decimal }),
  'liquidation.healed': z.strictObject({ asset: messageText }),
  'liquidation.closed': ofPosition,
  'liquidation.recovered': ofPosition,
  'position.deleveraged': sized.extend({ price: decimal }),
  /** It was reached but did not close everything that it should have. */
  'stop.stayed': ofPosition.extend({ trigger: decimal, quote: messageText, why: messageText }),
  'position.locked': ofPosition.extend({ time: epochMs }),
  /** Fields as in `account.frozen.for`. */
  'position.locked.for': ofPosition.extend({ time: epochMs, reason: messageText }),
  'position.unlocked': ofPosition,
  /** Applies to positions from `time` on. */
  'contract.terms': ofContract.extend({ time: epochMs }),
  'contract.ending': ofContract.extend({ time: epochMs }),
  'contract.ended': sized.extend({ price: decimal }),
  ...factsOfRows(PRODUCT_MESSAGES),
  /** To everybody of staff. `act` is the kind of command, `by` who of staff. */
  'staff.proposed': ofProposal,
  'staff.confirmed': ofProposal.extend({ time: epochMs }),
  'staff.declined': ofProposal,
  'staff.applied': ofProposal,
  'staff.lapsed': z.strictObject({ proposal: id }),
  /**
   * Break-glass: the operator requested that `user` becomes a full admin again at `time`; that this happened; or that a
   * request was refused.
   */
  'staff.restore.asked': z.strictObject({ proposal: id, user: z.int(), time: epochMs }),
  'staff.restored': z.strictObject({ user: z.int() }),
  'staff.restore.refused': nothing,
  /** One person acted alone. The act ends at `time` unless another person keeps it. */
  'staff.acted': z.strictObject({ act: messageText, by: z.int(), time: epochMs }),
  'staff.act.ended': z.strictObject({ act: messageText, by: z.int() }),
  /** `by` froze the account of `user`, who is also staff. Both accounts are frozen. */
  'staff.frozen.both': z.strictObject({ user: z.int(), by: z.int() }),
  /** `user` has another role or other rights from now on. */
  'staff.named': z.strictObject({ user: z.int() }),
  /** To all staff: the ledger and a source that must agree with it differ. */
  'withdrawals.stopped': ofDifference,
  'withdrawals.lifted': nothing,
  /** To staff with the right for it: item number `item` of a queue has waited for more than `hours`. */
  'queue.overdue': z.strictObject({ queue: z.enum(OVERDUE_QUEUES), item: id, hours: z.int() }),
  'account.frozen': nothing,
  /** Only with a catalogue reason, which the user may read. Other reasons stay with staff. */
  'account.frozen.for': z.strictObject({ reason: messageText }),
  'account.unfrozen': nothing,
  /** `account` is a kind of account. */
  'funds.frozen': money.extend({ account: messageText }),
  'funds.released': money.extend({ account: messageText }),
  'feedback.answered': z.strictObject({ feedback: id, answer: z.string().max(FEEDBACK_ANSWER_LENGTH_MAX) }),
  /** The transaction is shortened. */
  'deposit.refused': z.strictObject({ transaction: messageText, reason: messageText }),
  'feedback.closed': z.strictObject({ feedback: id, reason: messageText }),
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
