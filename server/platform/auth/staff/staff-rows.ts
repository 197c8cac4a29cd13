/**
 * Writes the staff roles to the rows of users, for lists and log-in. The rows follow the journal: changes by other programs make nobody
 * staff and are overwritten.
 */
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Database } from '../../database/database';
import type { ExchangeTables } from '../../database/exchange-tables';
import { EXCHANGE_DATABASE, KNOWN_STAFF } from '../../tokens';
import type { KnownStaff } from './known-staff';
import { writeRights } from './staff-rights';
import { Tickets } from '../tickets';

/** Delay between two attempts in ms. */
export const RETRY_MS = 5_000;

@Injectable()
export class StaffRows {
  private readonly log = new Logger(StaffRows.name);
  private stop: () => void = () => undefined;
  private writing: Promise<void> = Promise.resolve();
  private readonly unwritten = new Set<number>();
  private retryTimer: NodeJS.Timeout | null = null;
  private isClosed = false;

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(KNOWN_STAFF) private readonly staff: KnownStaff,
    private readonly tickets: Tickets,
  ) {}

  async onModuleInit(): Promise<void> {
    this.stop = this.staff.onRightsChanged((user) => this.follow(user));
    const users = this.database.sql.selectFrom('users').select('id').where('role', '!=', 'user');
    // Users who are not members yet get their role at the first log-in.
    const rows = await users.where('isMember', '=', 1).execute();
    for (const user of new Set([...this.staff.people(), ...rows.map(({ id }) => id)])) this.follow(user);
    await this.settled();
  }

  async onModuleDestroy(): Promise<void> {
    this.stop();
    this.isClosed = true;
    if (this.retryTimer) clearTimeout(this.retryTimer);
    await this.settled();
  }

  /** Resolves when the rows match the journal. */
  async settled(): Promise<void> {
    await this.writing;
  }

  private follow(user: number): void {
    this.writing = this.writing
      .then(() => this.write(user))
      .catch((error: unknown) => {
        this.log.error(error, `the rows of staff ${user} were not written`);
        this.unwritten.add(user);
        // The next start compares all rows.
        if (!this.isClosed) this.retryTimer ??= setTimeout(() => this.retry(), RETRY_MS).unref();
      });
  }

  private retry(): void {
    this.retryTimer = null;
    const users = [...this.unwritten];
    this.unwritten.clear();
    for (const user of users) this.follow(user);
  }

  private async write(id: number): Promise<void> {
    const role = this.staff.roleOf(id);
    const rights = this.staff.rightsOf(id);
    const before = await this.database.sql.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst();
    if (!before) return;
    const alongside = async (transaction: Parameters<typeof writeRights>[0]): Promise<void> => {
      await transaction.updateTable('users').set({ role }).where('id', '=', id).execute();
      await writeRights(transaction, id, rights);
    };
    // A ticket carries the role, so a change of role ends all tickets.
    if (before.role !== role) await this.tickets.endAll(id, 'staff', undefined, alongside);
    else await this.database.sql.transaction().execute(alongside);
  }
}
