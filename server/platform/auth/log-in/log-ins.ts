/** The end of every way to log in: the ticket, the history, and a word to the user when the device is a new one. */
import { Inject, Injectable } from '@nestjs/common';
import type { LogInMethod, LogInOutcome } from '../../../../shared/products/identity/account';
import type { Database } from '../../database/database';
import type { ExchangeTables, LogInRow, UserRow } from '../../database/exchange-tables';
import { takeIds } from '../../database/last-ids';
import { Refusal } from '../../errors/refusal';
import { Letters } from '../../mail/letters';
import { Messages } from '../../messages/messages';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../tokens';
import { deviceOf, networkOf } from './device';
import { isStaff } from '../factors/staff-factors';
import { StaffNetworks } from '../staff/staff-networks';
import { Tickets, type IssuedTicket } from '../tickets';
import type { Whence } from './whence';

/** Whose failures nobody will read. */
const NOBODY = 0;
const KEPT_MS = 90 * 86_400_000;
/** Of the last of them, is one from the same device and network? */
const COMPARED_MAX = 200;

type FromWhere = Pick<Whence, 'ip' | 'userAgent'>;
type Enters = Pick<Whence, 'ip' | 'userAgent' | 'browser'>;

@Injectable()
export class LogIns {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly tickets: Tickets,
    private readonly messages: Messages,
    private readonly letters: Letters,
    private readonly networks: StaffNetworks,
  ) {}

  /**
   * A new ticket for somebody who has proved everything they must. `user` is the row that was proved against: refuses
   * `login.failed` when the password has changed since, `permission.denied` to staff who are not where they work from, and
   * `audit.access.expired` to an auditor whose time is over.
   * `isUnbound`: who has still to bind a factor.
   */
  async succeed(user: UserRow, whence: Enters, method: LogInMethod, isUnbound = false): Promise<IssuedTicket> {
    if (isStaff(user) && !this.networks.admit(whence.ip)) throw new Refusal('permission.denied');
    if (this.tickets.isLapsed({ user: user.id, role: user.role })) throw new Refusal('audit.access.expired');
    const issued = await this.tickets.issue(user, whence, isUnbound);
    if (!issued) throw new Refusal('login.failed');
    const before = await this.successesOf(user.id);
    await this.record(user.id, whence, method, 'success');
    if (before.length > 0 && !before.some((one) => isAlike(one, whence))) await this.sayNewDevice(user, whence);
    return issued;
  }

  /** A failure to log in, which its user sees in the history. That of nobody takes as long, and leaves nothing. */
  fail(
    user: UserRow | undefined,
    whence: FromWhere,
    method: LogInMethod,
    outcome: Exclude<LogInOutcome, 'success'>,
  ): Promise<void> {
    return this.record(user?.id ?? NOBODY, whence, method, outcome);
  }

  /** Newest first. */
  async list(user: number, offset: number, limit: number): Promise<{ rows: LogInRow[]; total: number }> {
    const base = this.database.lists
      .selectFrom('logIns')
      .where('userId', '=', user)
      .where('at', '>', this.clock() - KEPT_MS);
    const rows = await base.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
    const { total } = await base.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { rows, total };
  }

  private async record(
    user: number,
    { ip, userAgent }: FromWhere,
    method: LogInMethod,
    outcome: LogInOutcome,
  ): Promise<void> {
    await this.database.sql.transaction().execute(async (transaction) => {
      const [id] = await takeIds(transaction, 'log_in', 1);
      const at = this.clock();
      await transaction.insertInto('logIns').values({ id, userId: user, at, ip, userAgent, method, outcome }).execute();
      await transaction
        .deleteFrom('logIns')
        .where('userId', '=', user)
        .where('at', '<=', user === NOBODY ? at : at - KEPT_MS)
        .execute();
    });
  }

  private successesOf(user: number): Promise<FromWhere[]> {
    return this.database.sql
      .selectFrom('logIns')
      .select(['ip', 'userAgent'])
      .where('userId', '=', user)
      .where('outcome', '=', 'success')
      .orderBy('id', 'desc')
      .limit(COMPARED_MAX)
      .execute();
  }

  private async sayNewDevice(user: UserRow, { ip, userAgent }: FromWhere): Promise<void> {
    const facts = { device: deviceOf(userAgent), ip };
    await this.messages.tell(user.id, 'login.new.device', facts);
    this.letters.sayNewDevice(user, facts);
  }
}

function isAlike(one: FromWhere, other: FromWhere): boolean {
  return deviceOf(one.userAgent) === deviceOf(other.userAgent) && networkOf(one.ip) === networkOf(other.ip);
}
