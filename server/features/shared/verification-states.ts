/** The four displayed states of a verification; permission to trade is decided by the exchange alone. */
import { Inject, Injectable } from '@nestjs/common';
import type { VerificationState } from '../../../shared/products/identity/verification';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables } from '../../platform/database/exchange-tables';
import type { VerificationStatus } from '../../platform/database/verification-tables';
import { EXCHANGE_DATABASE, LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';

const STATES: Readonly<Record<VerificationStatus, VerificationState>> = {
  under_review: 'under_review',
  approving: 'under_review',
  failed: 'failed',
  certified: 'certified',
};

@Injectable()
export class VerificationStates {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async stateOf(userId: number): Promise<VerificationState> {
    return (await this.statesOf([userId])).get(userId) as VerificationState;
  }

  async statesOf(userIds: readonly number[]): Promise<Map<number, VerificationState>> {
    const unverified = userIds.filter((user) => !this.live.members.stateOf(user).verified);
    const newestStatus = await this.newestStatuses(unverified);
    return new Map(
      userIds.map((user) => {
        if (this.live.members.stateOf(user).verified) return [user, 'certified'];
        const status = newestStatus.get(user);
        return [user, status === undefined ? 'not_certified' : STATES[status]];
      }),
    );
  }

  private async newestStatuses(userIds: readonly number[]): Promise<Map<number, VerificationStatus>> {
    if (userIds.length === 0) return new Map();
    const rows = await this.database.sql
      .selectFrom('verifications')
      .select(['userId', 'status'])
      .where('userId', 'in', [...userIds])
      .orderBy('id')
      .execute();
    // Ordered, so that the newest state wins.
    return new Map(rows.map(({ userId, status }) => [userId, status]));
  }
}
