/**
 * Legally binding texts: the shown version is a setting of the desk, decided by two staff members, whose keyed hash is
 * in the journal. Stored data that does not match the decision is ignored.
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
/** Maximum ms until a decision is recorded when nobody requests the page. */
const CHECK_MS = 15_000;

const approvedText = z.object({ version: z.int(), digest: z.string() });
export type ApprovedText = z.infer<typeof approvedText>;

export function isLegal(slug: string): boolean {
  return (LEGAL_SLUGS as readonly string[]).includes(slug);
}

/** Name of the setting with the hash in the journal. */
export function textSetting(slug: string): string {
  return `page.${slug}`;
}

/** The hashed text. */
export function settingText({ version, digest }: ApprovedText): string {
  return JSON.stringify({ version, digest });
}

/** Null if the text is no decision. */
export function parseDecision(text: string): ApprovedText | null {
  const { success, data } = approvedText.safeParse(JSON.parse(text));
  return success ? data : null;
}

@Injectable()
export class LegalTexts implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger(LegalTexts.name);
  private timer: NodeJS.Timeout | undefined;
  /** Slugs whose decided text is lost; logged once, until the text is back. */
  private readonly lostSlugs = new Set<string>();

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(KNOWN_STAFF) private readonly staff: Pick<KnownStaff, 'settingOf'>,
    private readonly texts: StaffTexts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => {
      this.applyDecisions().catch((error: unknown) => this.log.error(error, 'legal texts were not brought up to date'));
    }, CHECK_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Null: no decision, the shipped text counts. `lost`: a decision exists, but its text is not stored. */
  async decisionOf(slug: string): Promise<ApprovedText | 'lost' | null> {
    const name = textSetting(slug);
    const hash = this.staff.settingOf(name);
    if (hash === undefined) return null;
    const text = await this.texts.textOf(name, hash);
    return (text === null ? null : parseDecision(text)) ?? 'lost';
  }

  /** Whether the journal has this decision, even if its text is lost. */
  isDecided(slug: string, text: ApprovedText): boolean {
    const name = textSetting(slug);
    return this.staff.settingOf(name) === this.texts.hashOf(name, settingText(text));
  }

  /**
   * Records the decided version in the row with the time it was first seen. The content of a lost decision is unknown.
   */
  async applyDecision(slug: string): Promise<void> {
    const decided = await this.decisionOf(slug);
    if (decided === 'lost') return this.logLostDecision(slug);
    this.lostSlugs.delete(slug);
    const version = decided?.version ?? 0;
    const rows = this.database.sql.selectFrom('articles').selectAll().where('slug', '=', slug);
    const row = await rows.executeTakeFirst();
    if (row && row.shownVersion !== version) await this.show(row, version);
  }

  private logLostDecision(slug: string): void {
    if (this.lostSlugs.has(slug)) return;
    this.lostSlugs.add(slug);
    this.log.error({ slug }, 'what was decided on as a legal text is lost: the one that the program brings is shown');
  }

  private async applyDecisions(): Promise<void> {
    for (const slug of LEGAL_SLUGS) await this.applyDecision(slug);
  }

  /** If two servers see it at once, one of them records it. */
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

  /** Whether the stored texts equal the decided ones; they may have been changed in the database. */
  async isAsDecided(slug: string, article: number, version: number): Promise<boolean> {
    if (version === 0) return true;
    const decided = await this.decisionOf(slug);
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
