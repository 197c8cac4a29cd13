/**
 * Secret keys of robots, for display to their users. A key is drawn when staff issue it and stored only here, encrypted
 * with its user's own key. The journal has its hash, staff see its existence, and the user can display it.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { OwnRobotKey } from '../../../../shared/products/robot/wire';
import type { Database } from '../../../platform/database/database';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import { Refusal } from '../../../platform/errors/refusal';
import { robotKeyContext } from '../../../platform/secrets/contexts';
import { UserSecrets } from '../../../platform/secrets/user-secrets';
import { CLOCK, EXCHANGE_DATABASE, LIVE_VIEWS, type Clock } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import { generateRobotKey, hashOfRobotKey } from './robot-key';

const DAY_MS = 86_400_000;

@Injectable()
export class RobotKeys {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(LIVE_VIEWS) private readonly views: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly secrets: UserSecrets,
  ) {}

  /** Draws a key, stores it before anyone learns of it, and returns its hash. */
  async issue(userId: number): Promise<string> {
    const key = generateRobotKey();
    await this.store(userId, key);
    return hashOfRobotKey(key);
  }

  /** Stores a key and deletes invalid keys older than a day. */
  async store(userId: number, key: string): Promise<void> {
    const userSeal = await this.secrets.sealOf(userId);
    const at = this.clock();
    const hash = hashOfRobotKey(key);
    const sealedKey = userSeal.seal(key, robotKeyContext(userId, hash));
    await this.database.sql
      .deleteFrom('robotKeys')
      .where('userId', '=', userId)
      .where('at', '<', at - DAY_MS)
      .where('hash', '!=', this.views.robots.keyOf(userId)?.hash ?? '')
      .execute();
    const row = { userId, hash, sealedKey, at };
    await this.database.sql
      .insertInto('robotKeys')
      .values(row)
      .onConflict((conflict) => conflict.columns(['userId', 'hash']).doNothing())
      .execute();
  }

  /** The valid key. `key` is null for one issued before keys were stored. Refuses `robot.key.none`. */
  async validKeyOf(userId: number): Promise<OwnRobotKey> {
    const issued = this.views.robots.keyOf(userId);
    if (!issued) throw new Refusal('robot.key.none');
    const { hash, issuedAt } = issued;
    const row = await this.database.sql
      .selectFrom('robotKeys')
      .select('sealedKey')
      .where('userId', '=', userId)
      .where('hash', '=', hash)
      .executeTakeFirst();
    const userSeal = await this.secrets.sealOf(userId);
    return { issuedAt, key: row ? userSeal.open(row.sealedKey, robotKeyContext(userId, hash)) : null };
  }
}
