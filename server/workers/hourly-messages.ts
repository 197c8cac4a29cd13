/**
 * How many messages about orders, about second contracts, about financial products and mining or about robots a user is told an hour:
 * a person reads each, and the account of a robot with thousands of them is not flooded. The hour is the journal's and the count is that of what is stored, so whoever tells again after a
 * crash tells the same ones.
 */
import type { MessageFacts, MessageKey } from '../../shared/wire/messages-center';
import type { Database } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';
import type { ToldOfFinancial } from './told-financial';
import type { ToldOfMining } from './told-mining';
import type { ToldOfOption } from './told-options';
import type { ToldOfOrder } from './told-orders';
import type { ToldOfRobot } from './told-robots';

const HOUR_MS = 3_600_000;

type Tell = <K extends MessageKey>(user: number, key: K, facts: MessageFacts<K>, origin: string) => Promise<unknown>;

/** The first word of the origins of each, and the message that says that there is more. */
const MORE = { orders: 'orders.more', options: 'options.more', earn: 'earn.more', robots: 'robots.more' } as const;

export class HourlyMessages {
  /** Of this hour: the origins of what each user was told. */
  private told = new Map<number, Set<string>>();
  private hour = -1;

  constructor(
    private readonly database: Database<ExchangeTables>,
    private readonly send: Tell,
    private readonly max: number,
    private readonly of: keyof typeof MORE,
  ) {}

  /** `about` is the number, or the name, of what it tells of. Returns whether the message is stored, be it since before; beyond the bound none is. `at` is the time of the batch that it is about. */
  async tell(
    { user, key, facts }: ToldOfOrder | ToldOfOption | ToldOfFinancial | ToldOfMining | ToldOfRobot,
    about: number | string,
    at: number,
  ): Promise<boolean> {
    const told = await this.toldOf(user, Math.floor(at / HOUR_MS));
    const origin = `${this.prefix()}${about}/${key}`;
    const rest = `${this.prefix()}rest/${user}`;
    if (told.has(origin)) return true;
    if (told.has(rest)) return false;
    const isFull = told.size >= this.max;
    // The last of the hour says that there is more.
    if (isFull) await this.send(user, MORE[this.of], { told: this.max }, rest);
    else await this.send(user, key, facts, origin);
    told.add(isFull ? rest : origin);
    return true;
  }

  private async toldOf(user: number, hour: number): Promise<Set<string>> {
    if (hour !== this.hour) {
      this.hour = hour;
      this.told = new Map();
    }
    const known = this.told.get(user);
    if (known) return known;
    const rows = await this.database.sql
      .selectFrom('messages')
      .select('origin')
      .where('userId', '=', user)
      .where('origin', 'like', `${this.prefix()}%`)
      .execute();
    const told = new Set(rows.map(({ origin }) => origin as string));
    this.told.set(user, told);
    return told;
  }

  private prefix(): string {
    return `${this.of}/${this.hour}/`;
  }
}
