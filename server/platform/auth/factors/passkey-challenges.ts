/** Random challenges for passkeys to sign. A challenge is valid for five minutes, for one purpose and one response. */
import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '../../database/database';
import type { ExchangeTables } from '../../database/exchange-tables';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../tokens';

const CHALLENGE_BYTES = 32;
export const CHALLENGE_MS = 5 * 60_000;

@Injectable()
export class PasskeyChallenges {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Base64url. `userId` alone registers a passkey; with `digest` it signs that digest; null logs in. */
  async issue(userId: number | null, digest: string | null = null): Promise<string> {
    const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
    const now = this.clock();
    await this.database.sql.deleteFrom('passkeyChallenges').where('expiresAt', '<=', now).execute();
    await this.database.sql
      .insertInto('passkeyChallenges')
      .values({ challengeHash: hashOf(challenge), userId, digest, expiresAt: now + CHALLENGE_MS })
      .execute();
    return challenge;
  }

  /** Returns whether the challenge was issued for this purpose and is valid, and invalidates it. */
  async spend(challenge: string, userId: number | null, digest: string | null = null): Promise<boolean> {
    const row = await this.database.sql
      .deleteFrom('passkeyChallenges')
      .where('challengeHash', '=', hashOf(challenge))
      .returning(['userId', 'digest', 'expiresAt'])
      .executeTakeFirst();
    return row !== undefined && row.userId === userId && row.digest === digest && row.expiresAt > this.clock();
  }
}

function hashOf(challenge: string): string {
  return createHash('sha256').update(challenge).digest('hex');
}
