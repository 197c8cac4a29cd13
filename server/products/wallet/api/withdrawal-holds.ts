/** Waiting time for withdrawals after a change of the account's protection, which an intruder changes first. */
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../platform/config/config';
import type { UserRow } from '../../../platform/database/exchange-tables';
import { CLOCK, CONFIG, type Clock } from '../../../platform/tokens';

const HOUR_MS = 3_600_000;

@Injectable()
export class WithdrawalHolds {
  /** Milliseconds. */
  readonly holdMs: number;

  constructor(
    @Inject(CONFIG) { limits }: Pick<Config, 'limits'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.holdMs = limits.withdrawalHoldHours * HOUR_MS;
  }

  /** Null if nothing delays withdrawals. */
  heldUntil({ securityChangedAt, heldUntil }: Pick<UserRow, 'securityChangedAt' | 'heldUntil'>): number | null {
    const after = securityChangedAt === null ? 0 : securityChangedAt + this.holdMs;
    const until = Math.max(after, heldUntil ?? 0);
    return until > this.clock() ? until : null;
  }
}
