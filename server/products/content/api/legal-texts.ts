/**
 * Texts that bind users: which of their versions is shown is a setting of the desk, which two of staff decide and of which the journal
 * has the keyed hash. What the relational store says of it counts for nothing where it is not what was decided.
 */
import { Inject, Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import type { KnownStaff } from '../../../platform/auth/staff/known-staff';
import type { Database } from '../../../platform/database/database';
import type { ArticleRow } from '../../../platform/database/content-tables';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import { takeIds } from '../../../platform/database/last-ids';
import { StaffTexts } from '../../../platform/staff-texts';
import { CLOCK, EXCHANGE_DATABASE, KNOWN_STAFF, type Clock } from '../../../platform/tokens';
import { digestOf, textsIn } from './article-texts';

export const LEGAL_SLUGS = ['legal-statement', 'privacy-policy', 'user-agreement'] as const;
/** What was decided while nobody asked is noted after so long at most. */
const LOOK_MS = 15_000;

const decidedText = z.object({ version: z.int(), digest: z.string() });
export type DecidedText = z.infer<typeof decidedText>;

export function isLegal(slug: string): boolean {
  return (LEGAL_SLUGS as readonly string[]).includes(slug);
}

/** Under which name the journal has the hash. */
export function textSetting(slug: string): string {
  return `page.${slug}`;
}

/** What the hash is of. */
export function settingText({ version, digest }: DecidedText): string {
  return JSON.stringify({ version, digest });
}

/** Null for what is none. */
export function decidedIn(text: string): DecidedText | null {
  const { success, data } = decidedText.safeParse(JSON.parse(text));
  return success ? data : null;
}

@Injectable()
export class LegalTexts implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger(LegalTexts.name);
  private timer: NodeJS.Timeout | undefined;
  /** Said once in the log, until the words are there again. */
  private readonly lost = new Set<string>();

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(KNOWN_STAFF) private readonly staff: Pick<KnownStaff, 'settingOf'>,
    private readonly texts: StaffTexts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => {
      this.settleAll().catch((error: unknown) => this.log.error(error, 'legal texts were not brought up to date'));
    }, LOOK_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Null: nobody has decided on another than the program brings. `lost`: somebody has, and on what is not stored here any more. */
  async decided(slug: string): Promise<DecidedText | 'lost' | null> {
    const name = textSetting(slug);
    const hash = this.staff.settingOf(name);
    if (hash === undefined) return null;
    const text = await this.texts.textOf(name, hash);
    return (text === null ? null : decidedIn(text)) ?? 'lost';
  }

  /** Whether the journal has this as decided, be the words of that lost or not. */
  isDecided(slug: string, text: DecidedText): boolean {
    const name = textSetting(slug);
    return this.staff.settingOf(name) === this.texts.hashOf(name, settingText(text));
  }

  /** The row says what was decided, and since when that was seen. Of a decision that is lost nobody knows what it was. */
  async settle(slug: string): Promise<void> {
    const decided = await this.decided(slug);
    if (decided === 'lost') return this.sayLost(slug);
    this.lost.delete(slug);
    const version = decided?.version ?? 0;
    const rows = this.database.sql.selectFrom('articles').selectAll().where('slug', '=', slug);
    const row = await rows.executeTakeFirst();
    if (row && row.shownVersion !== version) await this.show(row, version);
  }

  private sayLost(slug: string): void {
    if (this.lost.has(slug)) return;
    this.lost.add(slug);
    this.log.error({ slug }, 'what was decided on as a legal text is lost: the one that the program brings is shown');
  }

  private async settleAll(): Promise<void> {
    for (const slug of LEGAL_SLUGS) await this.settle(slug);
  }

  /** Of two servers that see it at once one writes it down. */
  private async show({ id, shownVersion, revision }: ArticleRow, version: number): Promise<void> {
    const now = this.clock();
    await this.database.sql.transaction().execute(async (transaction) => {
      const [act] = await takeIds(transaction, 'content_act', 1);
      const { numUpdatedRows } = await transaction
        .updateTable('articles')
        .set({ shownVersion: version, publishedAt: now, revision: revision + 1 })
        .where('id', '=', id)
        .where('shownVersion', shownVersion === null ? 'is' : '=', shownVersion)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return;
      const nothing = { by: null, from: null, until: null, reason: null, proposal: null, requestHash: null };
      await transaction
        .insertInto('articleActs')
        .values({ id: act, article: id, act: 'decided', version, at: now, ...nothing })
        .execute();
    });
  }

  /** Whether the stored texts are those that were decided on: somebody may have changed them where they are stored. */
  async isAsDecided(slug: string, article: number, version: number): Promise<boolean> {
    if (version === 0) return true;
    const decided = await this.decided(slug);
    if (decided === null || decided === 'lost' || decided.version !== version) return false;
    const { sql } = this.database;
    const rows = await sql
      .selectFrom('articleVersionTexts')
      .selectAll()
      .where('article', '=', article)
      .where('version', '=', version)
      .execute();
    if (digestOf(null, textsIn(rows)) === decided.digest) return true;
    this.log.error(
      { slug, version },
      'a legal text is not what was decided on: the one that the program brings is shown',
    );
    return false;
  }
}
