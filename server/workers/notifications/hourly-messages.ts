/**
 * Hourly limits per user on messages about orders, second contracts, earn products and robots, so that people can read
 * them. The hour is the journal's and the count is that of stored messages, so a repeated batch after a crash yields
 * the same messages.
 */
import type { MessageFacts, MessageKey } from '../../../shared/wire/messages-center';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables } from '../../platform/database/exchange-tables';
import type { HourlyFamily, Notice } from './notification';

const HOUR_MS = 3_600_000;

type Notify = <K extends MessageKey>(user: number, key: K, params: MessageFacts<K>, origin: string) => Promise<unknown>;

/** By family: prefix of the origins, and key of the message about further events. */
const MORE = {
  orders: 'orders.more',
  options: 'options.more',
  earn: 'earn.more',
  robots: 'robots.more',
} as const satisfies Record<HourlyFamily, MessageKey>;

export class HourlyMessages {
  /** Origins of this hour's messages by family and user. */
  private sentOrigins = new Map<string, Set<string>>();
  private hour = -1;

  constructor(
    private readonly database: Database<ExchangeTables>,
    private readonly send: Notify,
    private readonly max: number,
  ) {}

  /**
   * `subjectId` is the number or name of the subject, `at` the time of its batch. Returns whether the message is stored,
   * now or earlier; none is beyond the limit.
   */
  async notify(
    family: HourlyFamily,
    { user, key, facts }: Notice,
    subjectId: number | string,
    at: number,
  ): Promise<boolean> {
    const hour = Math.floor(at / HOUR_MS);
    const prefix = `${family}/${hour}/`;
    const origins = await this.sentTo(user, hour, prefix);
    const origin = `${prefix}${subjectId}/${key}`;
    const rest = `${prefix}rest/${user}`;
    if (origins.has(origin)) return true;
    if (origins.has(rest)) return false;
    const isFull = origins.size >= this.max;
    // The last message of the hour announces that there are more.
    if (isFull) await this.send(user, MORE[family], { told: this.max }, rest);
    else await this.send(user, key, facts, origin);
    origins.add(isFull ? rest : origin);
    return true;
  }

  private async sentTo(user: number, hour: number, prefix: string): Promise<Set<string>> {
    if (hour !== this.hour) {
      this.hour = hour;
      this.sentOrigins = new Map();
    }
    const cached = this.sentOrigins.get(`${prefix}${user}`);
    if (cached) return cached;
    const rows = await this.database.sql
      .selectFrom('messages')
      .select('origin')
      .where('userId', '=', user)
      .where('origin', 'like', `${prefix}%`)
      .execute();
    const origins = new Set(rows.map(({ origin }) => origin as string));
    this.sentOrigins.set(`${prefix}${user}`, origins);
    return origins;
  }
}
