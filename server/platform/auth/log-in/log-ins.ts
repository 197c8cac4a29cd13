/** The last step of every log-in method: the ticket, the history, and a letter to the user about a new device. */
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
import { isStaff } from '../factors/user-factors';
import { StaffNetworks } from '../staff/staff-networks';
import { Tickets, type IssuedTicket } from '../tickets';
import type { ClientInfo } from './client-info';

/** The user id for failures of unknown names; these are not shown to anyone. */
const UNKNOWN_USER = 0;
const KEPT_MS = 90 * 86_400_000;
/** Number of recent log-ins searched for the same device and network. */
const COMPARED_MAX = 200;

type ClientDevice = Pick<ClientInfo, 'ip' | 'userAgent'>;
type LogInClient = Pick<ClientInfo, 'ip' | 'userAgent' | 'browser'>;

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
   * Issues a ticket to a user who has proved all factors. `user` is the row the proof was checked against. Refuses `login.failed` if the
   * password has changed since, `permission.denied` to staff outside their networks, and `audit.access.expired` to an auditor whose
   * access has ended. `isUnbound`: the user must still bind a factor.
   */
  async issueTicket(
    user: UserRow,
    clientInfo: LogInClient,
    method: LogInMethod,
    isUnbound = false,
  ): Promise<IssuedTicket> {
    if (isStaff(user) && !this.networks.admit(clientInfo.ip)) throw new Refusal('permission.denied');
    if (this.tickets.isLapsed({ user: user.id, role: user.role })) throw new Refusal('audit.access.expired');
    const issued = await this.tickets.issue(user, clientInfo, isUnbound);
    if (!issued) throw new Refusal('login.failed');
    const before = await this.successesOf(user.id);
    await this.record(user.id, clientInfo, method, 'success');
    if (before.length > 0 && !before.some((one) => isAlike(one, clientInfo)))
      await this.notifyNewDevice(user, clientInfo);
    return issued;
  }

  /** Records a failed log-in in the user's history. For an unknown user it takes as long and stores nothing visible. */
  recordFailure(
    user: UserRow | undefined,
    clientInfo: ClientDevice,
    method: LogInMethod,
    outcome: Exclude<LogInOutcome, 'success'>,
  ): Promise<void> {
    return this.record(user?.id ?? UNKNOWN_USER, clientInfo, method, outcome);
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
    { ip, userAgent }: ClientDevice,
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
        .where('at', '<=', user === UNKNOWN_USER ? at : at - KEPT_MS)
        .execute();
    });
  }

  private successesOf(user: number): Promise<ClientDevice[]> {
    return this.database.sql
      .selectFrom('logIns')
      .select(['ip', 'userAgent'])
      .where('userId', '=', user)
      .where('outcome', '=', 'success')
      .orderBy('id', 'desc')
      .limit(COMPARED_MAX)
      .execute();
  }

  private async notifyNewDevice(user: UserRow, { ip, userAgent }: ClientDevice): Promise<void> {
    const details = { device: deviceOf(userAgent), ip };
    await this.messages.notify(user.id, 'login.new.device', details);
    this.letters.sendNewDevice(user, details);
  }
}

function isAlike(one: ClientDevice, other: ClientDevice): boolean {
  return deviceOf(one.userAgent) === deviceOf(other.userAgent) && networkOf(one.ip) === networkOf(other.ip);
}
