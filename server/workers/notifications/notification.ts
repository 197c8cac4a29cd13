/**
 * A notification is one row beside its product: event, addressee, key and facts. The notifier follows the journal and
 * stores the rows' messages.
 */
import type { MessageFacts, MessageKey } from '../../../shared/wire/messages-center';
import type { Batch, EventOf, EventType } from '../../core/event';
import type { CoreState } from '../../core/state';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables } from '../../platform/database/exchange-tables';
import type { MaybeChainAddress } from '../../platform/chains/chain-address';
import type { WithdrawalNotice } from '../../platform/mail/letter-texts';
import type { MarketsView } from '../../views/live/markets';
import type { ViewsDatabase } from '../../views/stored/views-database';
import type { StaffRecipients } from './staff-recipients';

/** Families of messages with an hourly limit per user. */
export type HourlyFamily = 'orders' | 'options' | 'earn' | 'robots';

export type Notice = { [K in MessageKey]: { user: number; key: K; facts: MessageFacts<K> } }[MessageKey];

/** Destination of a withdrawal. */
export interface Destination {
  userId: number;
  chain: string | null;
  address: string | null;
  card: number | null;
}

/** Sources outside the journal. */
export interface NotificationServices {
  database: Database<ExchangeTables>;
  stored: ViewsDatabase;
  /** Shortened, as text. */
  destinationOf: (destination: Destination) => Promise<string>;
  /** The address behind the hash in the journal; null if it is lost. */
  addressOf: (address: MaybeChainAddress) => Promise<string | null>;
  /** The text by staff whose hash is in the journal. */
  reasonOf: (reason: string) => Promise<string>;
}

/** A row's view of its event's surroundings. */
export interface NotificationContext extends NotificationServices {
  batch: Batch;
  markets: MarketsView;
  staff: StaffRecipients;
  money: (units: { asset: string; amount: bigint }) => { asset: string; amount: string };
  find: <F>(subject: Subject<F>, id: number | string) => Promise<F | undefined>;
  /** Throws if the read models lack it: the notifier retries the batch. */
  getSubject: <F>(subject: Subject<F>, id: number | string) => Promise<F>;
}

type Addressee<E> = 'staff' | (string & { [F in keyof E]-?: E[F] extends number | undefined ? F : never }[keyof E]);
type MaybePromise<T> = T | Promise<T>;

interface Row<E, K extends MessageKey> {
  /** The field with the user, `user` by default, or all staff. */
  to?: Addressee<E>;
  key: K | ((event: E) => K);
  facts: (event: E, context: NotificationContext) => MaybePromise<MessageFacts<K>>;
  /** The first row that applies to an event and an addressee is sent. */
  when?: (event: E, context: NotificationContext) => MaybePromise<boolean>;
  /** Such messages have an hourly limit per user. */
  perHour?: HourlyFamily;
  /** Number or name of the subject, for a message with a limit. */
  about?: (event: E) => number | string;
  /** Permanently unique; by default the event's position. */
  origin?: (event: E) => string;
  /** A mail or text message sent with it. */
  letter?: (event: E, params: MessageFacts<K>, context: NotificationContext) => Promise<WithdrawalNotice>;
}

/** A row of any event and key. */
export type NotificationRow = { event: EventType; to: string } & Omit<Row<Record<string, unknown>, never>, 'to'>;

export function notification<T extends EventType, K extends MessageKey>(
  event: T,
  row: Row<EventOf<T>, K>,
): NotificationRow {
  return { event, to: 'user', ...row } as unknown as NotificationRow;
}

/** Sent to all staff. */
export function staffNotification<T extends EventType, K extends MessageKey>(event: T, row: Row<EventOf<T>, K>) {
  return notification(event, { to: 'staff', ...row });
}

/**
 * Facts of a subject that its later events omit. They are cached from its first event to its last, so that no message waits for read
 * models. Read models are queried only for subjects that ended before this process started.
 */
export interface Subject<F> {
  /** The events' field with the subject's number or name. */
  id: string;
  begins: EventType;
  ends: readonly EventType[];
  facts: (event: never) => F | undefined;
  seed: (state: CoreState) => Iterable<readonly [id: number | string, facts: F]>;
  older?: (services: NotificationServices, id: number) => Promise<F | undefined>;
}

export function subject<T extends EventType, F>(
  begins: T,
  row: Omit<Subject<F>, 'begins' | 'facts'> & { facts: (event: EventOf<T>) => F | undefined },
): Subject<F> {
  return { begins, ...row };
}
