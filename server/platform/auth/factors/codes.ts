/**
 * Codes that prove who holds an e-mail or a phone: six digits, eight where they let somebody in; good for ten minutes, for one purpose
 * and once. Five tries spend a code; how many are sent an address and day is limited too, and so are tries over all codes that let
 * somebody in (`entrance.ts`). Visitors are told apart: what a stranger asks for or tries neither replaces nor spends what the owner was sent.
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
import { isKnown } from '../log-in/known-browsers';

export const RESEND_SECONDS = 60;
export const EXPIRES_SECONDS = 600;
const TRIES_MAX = 5;
/** Of a code that somebody else asked for: who asks on the phone may enter it on another machine. */
const STRANGER_TRIES_MAX = 20;
const DAY_MS = 86_400_000;
/** Whoever has one of these needs no password. */
const ENTERS: ReadonlySet<CodePurpose> = new Set(['login', 'forgot']);

/** What a code is good for: `user` is whose log-in asks for it, `asker` which visitor, as `KnownBrowsers` tells them apart. */
export type CodeScope = {
  purpose: CodePurpose;
  /** Normalised. */
  address: string;
} & ({ user: number } | { asker: string });

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
   * A new code in place of the one before. The caller sends it, or, when the address is not what it would have to be,
   * sends nothing and answers the same. Refuses `code.too.soon` and `codes.too.many` with `resendSeconds`.
   */
  async create(scope: CodeScope): Promise<string> {
    const { purpose, address } = scope;
    const { user, asker } = whoOf(scope);
    const digits = ENTERS.has(purpose) ? 8 : 6;
    const code = String(randomInt(10 ** digits)).padStart(digits, '0');
    await this.followClock(address);
    return this.database.sql.transaction().execute(async (transaction) => {
      // The counter's row makes two who ask at once follow one another.
      const [id] = await takeIds(transaction, 'code', 1);
      const now = this.clock();
      await transaction
        .deleteFrom('codes')
        .where('sentAt', '<=', now - DAY_MS)
        .execute();
      await this.refuseAbove(transaction, scope, now);
      const times = { sentAt: now, expiresAt: now + EXPIRES_SECONDS * 1_000, usedAt: null };
      await transaction
        .insertInto('codes')
        .values({
          ...{ id, purpose, address, userId: user, asker, codeMac: this.macOf(scope, code) },
          ...{ tries: 0, strangerTries: 0, ...times },
        })
        .execute();
      return code;
    });
  }

  /**
   * Counts a try, and returns the id of the code when it was right: it must then be used by `use`, in the transaction of
   * what it is good for. Refuses `verification.code.error`, of an unknown, wrong, expired or spent code alike.
   */
  async check(scope: CodeScope, code: string): Promise<number> {
    const { asker } = whoOf(scope);
    const given = Buffer.from(this.macOf(scope, code));
    const newest = await this.newestOfEach(scope);
    const own = newest.find((one) => one.asker === asker);
    // Who asked tries at what was sent for it; who did not, at what others asked for.
    const at = own ? [own] : newest;
    let right: number | null = null;
    for (const { id, codeMac } of await this.counted(at, own ? 'tries' : 'strangerTries')) {
      if (timingSafeEqual(given, Buffer.from(codeMac))) right = id;
    }
    if (right === null) throw new Refusal('verification.code.error');
    return right;
  }

  /** Whether this visitor was sent one in the last day: nothing but that one is tried at then. */
  async isAskedFor(scope: CodeScope): Promise<boolean> {
    const { asker } = whoOf(scope);
    return (await this.newestOfEach(scope)).some((one) => one.asker === asker);
  }

  /** The newest code of each who asked, whatever became of it: an older one is good for nothing. */
  private async newestOfEach(scope: CodeScope): Promise<Sent[]> {
    const sent = await this.database.sql
      .selectFrom('codes')
      .select(['id', 'codeMac', 'asker', 'expiresAt', 'usedAt'])
      .where('purpose', '=', scope.purpose)
      .where('address', '=', scope.address)
      .where('userId', '=', whoOf(scope).user)
      .orderBy('id')
      .execute();
    return [...new Map(sent.map((one) => [one.asker, one])).values()];
  }

  /** The try counts before it is judged, so that a hundred at once are still five. Gives those that may be tried at. */
  private async counted(
    at: readonly Sent[],
    tries: 'tries' | 'strangerTries',
  ): Promise<Pick<CodeRow, 'id' | 'codeMac'>[]> {
    const open = at.filter(({ expiresAt, usedAt }) => usedAt === null && expiresAt > this.clock()).map(({ id }) => id);
    if (open.length === 0) return [];
    return this.database.sql
      .updateTable('codes')
      .set((column) => ({ [tries]: column(tries, '+', 1) }))
      .where('id', 'in', open)
      .where(tries, '<', tries === 'tries' ? TRIES_MAX : STRANGER_TRIES_MAX)
      .where('usedAt', 'is', null)
      .returning(['id', 'codeMac'])
      .execute();
  }

  /** Spends a code that was right; false when another request has spent it since. */
  async use(transaction: Transaction<ExchangeTables>, code: number): Promise<boolean> {
    const used = await transaction
      .updateTable('codes')
      .set({ usedAt: this.clock() })
      .where('id', '=', code)
      .where('usedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return used !== undefined;
  }

  /** Both at once, for what needs no transaction of its own. Refuses `verification.code.error`. */
  async spend(scope: CodeScope, code: string): Promise<void> {
    const id = await this.check(scope, code);
    const used = await this.database.sql.transaction().execute((transaction) => this.use(transaction, id));
    if (!used) throw new Refusal('verification.code.error');
  }

  /** By a clock that was set back since, what was sent counts from now on: nobody waits longer than it says. */
  private async followClock(address: string): Promise<void> {
    const now = this.clock();
    await this.database.sql
      .updateTable('codes')
      .set({ sentAt: now, expiresAt: now + EXPIRES_SECONDS * 1_000 })
      .where('address', '=', address)
      .where('sentAt', '>', now)
      .execute();
  }

  private async refuseAbove(transaction: Transaction<ExchangeTables>, scope: CodeScope, now: number): Promise<void> {
    const { purpose, address } = scope;
    const { user, asker } = whoOf(scope);
    const sent = await transaction
      .selectFrom('codes')
      .select(['purpose', 'userId', 'asker', 'sentAt'])
      .where('address', '=', address)
      .where('userId', '=', user)
      .orderBy('id')
      .execute();
    const own = sent.filter((one) => one.asker === asker);
    const last = own.findLast((one) => one.purpose === purpose);
    const waitMs = last ? last.sentAt + RESEND_SECONDS * 1_000 - now : 0;
    if (waitMs > 0) throw waitRefusal('code.too.soon', waitMs);
    const { codesPerDayMax } = this.config.limits;
    const refuseFrom = (most: number, counted: readonly { sentAt: number }[]): void => {
      if (counted.length >= most) throw waitRefusal('codes.too.many', counted[0].sentAt + DAY_MS - now);
    };
    if (user !== 0) return refuseFrom(codesPerDayMax, sent);
    const asked = own.filter((one) => one.purpose === purpose);
    if (user === 0) await this.refuseCountry(transaction, address, now);
    // What strangers use up is not what the owner has in a browser of theirs, and one stranger does not use up that of all.
    if (isKnown(asker)) return refuseFrom(codesPerDayMax, asked);
    // Beyond their share strangers wait for minutes and not for a day where one of them may be the owner, who wants to come in.
    const refuseStrangers = ENTERS.has(purpose)
      ? (most: number, counted: typeof sent) => this.pace(most, counted, now)
      : refuseFrom;
    refuseStrangers(Math.ceil(codesPerDayMax / 2), asked);
    refuseStrangers(
      codesPerDayMax,
      sent.filter((one) => one.purpose === purpose && !isKnown(one.asker)),
    );
  }

  /** As long after the last one as the first lock lasts. */
  private pace(most: number, counted: readonly { sentAt: number }[], now: number): void {
    const last = counted.at(-1);
    if (counted.length < most || !last) return;
    const waitMs = last.sentAt + this.config.limits.lockMinutesMax * 60_000 - now;
    if (waitMs > 0) throw waitRefusal('codes.too.many', waitMs);
  }

  /** Of a country's phones together: whoever earns by text messages has many numbers, and they are in few places. */
  private async refuseCountry(transaction: Transaction<ExchangeTables>, address: string, now: number): Promise<void> {
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
    const { user } = whoOf(scope);
    return this.secrets.mac(code.trim(), `code/${purpose}/${user}/${address}`);
  }
}

function whoOf(scope: CodeScope): { user: number; asker: string } {
  return 'user' in scope ? { user: scope.user, asker: '' } : { user: 0, asker: scope.asker };
}

/** Null for a code that is none; what else goes wrong is no try. */
export function nullOfWrongCode(error: unknown): null {
  if (error instanceof Refusal && error.code === 'verification.code.error') return null;
  throw error;
}

function waitRefusal(code: 'code.too.soon' | 'codes.too.many', waitMs: number): Refusal {
  const resendSeconds = Math.ceil(waitMs / 1_000);
  return new Refusal(code, { resendSeconds }, resendSeconds);
}
