/**
 * One-time codes that prove control of an e-mail or a phone. They have six digits, or eight if they permit a log-in. A code is valid for
 * ten minutes, for one purpose, once. Five tries spend a code. Codes sent per address and day are limited, and so are tries over all
 * codes that permit a log-in (`entrance.ts`). Visitors are counted separately: a stranger's requests and tries neither replace nor spend
 * the owner's code.
 */
import { randomInt, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import type { Config } from '../../config/config';
import type { Database } from '../../database/database';
import type { CodePurpose, CodeRow, ExchangeTables } from '../../database/exchange-tables';
import { takeIds } from '../../database/last-ids';
import { callingCodeOf } from '../../../../shared/products/identity/phone';
import { Refusal } from '../../errors/refusal';
import { Secrets } from '../../secrets/secrets';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, type Clock } from '../../tokens';
import { isKnownBrowser } from '../log-in/known-browsers';

export const RESEND_SECONDS = 60;
export const EXPIRES_SECONDS = 600;
const TRIES_MAX = 5;
/** Tries at a code from another visitor: a user may request it on the phone and enter it on another machine. */
const STRANGER_TRIES_MAX = 20;
const DAY_MS = 86_400_000;
/** Codes for these purposes replace the password. */
const LOG_IN_PURPOSES: ReadonlySet<CodePurpose> = new Set(['login', 'forgot']);

/** The scope of a code. `user` is the user whose log-in needs it; `asker` is the visitor as identified by `KnownBrowsers`. */
export type CodeScope = {
  purpose: CodePurpose;
  /** Normalised. */
  address: string;
} & ({ user: number } | { requester: string });

type Sent = Pick<CodeRow, 'id' | 'codeMac' | 'asker' | 'expiresAt' | 'usedAt'>;

@Injectable()
export class Codes {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'limits'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Creates a code that replaces the previous one. The caller sends it. If the address does not qualify, the caller sends nothing and
   * answers the same. Refuses `code.too.soon` and `codes.too.many` with `resendSeconds`.
   */
  async create(scope: CodeScope): Promise<string> {
    const { purpose, address } = scope;
    const { user, requester } = requesterOf(scope);
    const digits = LOG_IN_PURPOSES.has(purpose) ? 8 : 6;
    const code = String(randomInt(10 ** digits)).padStart(digits, '0');
    await this.correctFutureTimes(address);
    return this.database.sql.transaction().execute(async (transaction) => {
      // The counter's row serialises concurrent requests.
      const [id] = await takeIds(transaction, 'code', 1);
      const now = this.clock();
      await transaction
        .deleteFrom('codes')
        .where('sentAt', '<=', now - DAY_MS)
        .execute();
      await this.refuseTooManyCodes(transaction, scope, now);
      const times = { sentAt: now, expiresAt: now + EXPIRES_SECONDS * 1_000, usedAt: null };
      await transaction
        .insertInto('codes')
        .values({
          ...{ id, purpose, address, userId: user, asker: requester, codeMac: this.macOf(scope, code) },
          ...{ tries: 0, strangerTries: 0, ...times },
        })
        .execute();
      return code;
    });
  }

  /**
   * Counts a try and returns the id of the code if it is correct. The caller then spends it with `markUsed`, in the transaction of the action
   * it authorises. Refuses `verification.code.error` for an unknown, wrong, expired or spent code alike.
   */
  async check(scope: CodeScope, code: string): Promise<number> {
    const { requester } = requesterOf(scope);
    const enteredMac = Buffer.from(this.macOf(scope, code));
    const newestCodes = await this.newestPerVisitor(scope);
    const ownCode = newestCodes.find((one) => one.asker === requester);
    // A visitor who requested a code can try only that code; other visitors can try the codes of others.
    const triedCodes = ownCode ? [ownCode] : newestCodes;
    let matchingId: number | null = null;
    for (const { id, codeMac } of await this.countTry(triedCodes, ownCode ? 'tries' : 'strangerTries')) {
      if (timingSafeEqual(enteredMac, Buffer.from(codeMac))) matchingId = id;
    }
    if (matchingId === null) throw new Refusal('verification.code.error');
    return matchingId;
  }

  /** Whether this visitor was sent a code in the last day; if so, only that code can be tried. */
  async wasCodeSent(scope: CodeScope): Promise<boolean> {
    const { requester } = requesterOf(scope);
    return (await this.newestPerVisitor(scope)).some((one) => one.asker === requester);
  }

  /** The newest code of each visitor, even if spent or expired: older codes are invalid. */
  private async newestPerVisitor(scope: CodeScope): Promise<Sent[]> {
    const rows = await this.database.sql
      .selectFrom('codes')
      .select(['id', 'codeMac', 'asker', 'expiresAt', 'usedAt'])
      .where('purpose', '=', scope.purpose)
      .where('address', '=', scope.address)
      .where('userId', '=', requesterOf(scope).user)
      .orderBy('id')
      .execute();
    return [...new Map(rows.map((one) => [one.asker, one])).values()];
  }

  /** Counts the try before the code is compared, so 100 concurrent tries still count as five. Returns the codes that may be tried. */
  private async countTry(
    at: readonly Sent[],
    triesColumn: 'tries' | 'strangerTries',
  ): Promise<Pick<CodeRow, 'id' | 'codeMac'>[]> {
    const open = at.filter(({ expiresAt, usedAt }) => usedAt === null && expiresAt > this.clock()).map(({ id }) => id);
    if (open.length === 0) return [];
    return this.database.sql
      .updateTable('codes')
      .set((column) => ({ [triesColumn]: column(triesColumn, '+', 1) }))
      .where('id', 'in', open)
      .where(triesColumn, '<', triesColumn === 'tries' ? TRIES_MAX : STRANGER_TRIES_MAX)
      .where('usedAt', 'is', null)
      .returning(['id', 'codeMac'])
      .execute();
  }

  /** Spends a code that was right; false when another request has spent it since. */
  async markUsed(transaction: Transaction<ExchangeTables>, code: number): Promise<boolean> {
    const used = await transaction
      .updateTable('codes')
      .set({ usedAt: this.clock() })
      .where('id', '=', code)
      .where('usedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return used !== undefined;
  }

  /** `check` and `markUsed` together, for actions without a transaction of their own. Refuses `verification.code.error`. */
  async spend(scope: CodeScope, code: string): Promise<void> {
    const id = await this.check(scope, code);
    const used = await this.database.sql.transaction().execute((transaction) => this.markUsed(transaction, id));
    if (!used) throw new Refusal('verification.code.error');
  }

  /** After the clock is set back, codes sent in the future count as sent now, so no wait exceeds its stated length. */
  private async correctFutureTimes(address: string): Promise<void> {
    const now = this.clock();
    await this.database.sql
      .updateTable('codes')
      .set({ sentAt: now, expiresAt: now + EXPIRES_SECONDS * 1_000 })
      .where('address', '=', address)
      .where('sentAt', '>', now)
      .execute();
  }

  private async refuseTooManyCodes(
    transaction: Transaction<ExchangeTables>,
    scope: CodeScope,
    now: number,
  ): Promise<void> {
    const { purpose, address } = scope;
    const { user, requester } = requesterOf(scope);
    const sentCodes = await transaction
      .selectFrom('codes')
      .select(['purpose', 'userId', 'asker', 'sentAt'])
      .where('address', '=', address)
      .where('userId', '=', user)
      .orderBy('id')
      .execute();
    const ownCodes = sentCodes.filter((one) => one.asker === requester);
    const last = ownCodes.findLast((one) => one.purpose === purpose);
    const waitMs = last ? last.sentAt + RESEND_SECONDS * 1_000 - now : 0;
    if (waitMs > 0) throw waitRefusal('code.too.soon', waitMs);
    const { codesPerDayMax } = this.config.limits;
    const refuseFrom = (countMax: number, codes: readonly { sentAt: number }[]): void => {
      if (codes.length >= countMax) throw waitRefusal('codes.too.many', codes[0].sentAt + DAY_MS - now);
    };
    if (user !== 0) return refuseFrom(codesPerDayMax, sentCodes);
    const ownForPurpose = ownCodes.filter((one) => one.purpose === purpose);
    if (user === 0) await this.refuseTooManyForCountry(transaction, address, now);
    // The owner's known browser has its own quota. One stranger may use at most half of the quota that all strangers share.
    if (isKnownBrowser(requester)) return refuseFrom(codesPerDayMax, ownForPurpose);
    // For log-in codes, a stranger over the limit waits minutes and not a day: it may be the owner.
    const refuseStrangers = LOG_IN_PURPOSES.has(purpose)
      ? (countMax: number, codes: typeof sentCodes) => this.refuseTooSoon(countMax, codes, now)
      : refuseFrom;
    refuseStrangers(Math.ceil(codesPerDayMax / 2), ownForPurpose);
    refuseStrangers(
      codesPerDayMax,
      sentCodes.filter((one) => one.purpose === purpose && !isKnownBrowser(one.asker)),
    );
  }

  /** The wait after the last code equals the length of the first lock. */
  private refuseTooSoon(countMax: number, codes: readonly { sentAt: number }[], now: number): void {
    const last = codes.at(-1);
    if (codes.length < countMax || !last) return;
    const waitMs = last.sentAt + this.config.limits.lockMinutesMax * 60_000 - now;
    if (waitMs > 0) throw waitRefusal('codes.too.many', waitMs);
  }

  /** Limits text messages per country: fraud with premium text messages uses many numbers in few countries. */
  private async refuseTooManyForCountry(
    transaction: Transaction<ExchangeTables>,
    address: string,
    now: number,
  ): Promise<void> {
    const calling = callingCodeOf(address);
    if (calling === null) return;
    const { count, first } = await transaction
      .selectFrom('codes')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('sentAt').as('first')])
      .where('userId', '=', 0)
      .where('address', 'like', `+${calling}%`)
      .executeTakeFirstOrThrow();
    if (count < this.config.limits.codesPerCountryPerDayMax) return;
    throw waitRefusal('codes.too.many', (first ?? now) + DAY_MS - now);
  }

  private macOf(scope: CodeScope, code: string): string {
    const { purpose, address } = scope;
    const { user } = requesterOf(scope);
    return this.secrets.mac(code.trim(), `code/${purpose}/${user}/${address}`);
  }
}

function requesterOf(scope: CodeScope): { user: number; requester: string } {
  return 'user' in scope ? { user: scope.user, requester: '' } : { user: 0, requester: scope.requester };
}

/** Maps a wrong code to null; other errors are rethrown, since they are not tries. */
export function nullIfWrongCode(error: unknown): null {
  if (error instanceof Refusal && error.code === 'verification.code.error') return null;
  throw error;
}

function waitRefusal(code: 'code.too.soon' | 'codes.too.many', waitMs: number): Refusal {
  const resendSeconds = Math.ceil(waitMs / 1_000);
  return new Refusal(code, { resendSeconds }, resendSeconds);
}
