/**
 * Notices with an external link: two staff members decide to show such a version. The journal has the keyed hash of the
 * decision, as for legal texts. Once in effect, the notice behaves like others until it is withdrawn or another version
 * is published.
 */
import { Inject, Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import type { KnownStaff } from '../../../platform/auth/staff/known-staff';
import type { ArticleRow } from '../../../platform/database/content-tables';
import type { Database } from '../../../platform/database/database';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import { takeIds } from '../../../platform/database/last-ids';
import { StaffTexts } from '../../../platform/staff-texts';
import { CLOCK, EXCHANGE_DATABASE, KNOWN_STAFF, type Clock } from '../../../platform/tokens';
import { digestOf, textsIn } from './article-texts';
import { isShownAt, withScheduledVersion } from './shown-articles';

/** Longest time until a confirmed notice is shown. */
const CHECK_MS = 15_000;

/** `request`: hash of the proposing request, so that the same version may be decided on again. */
const approvedNotice = z.object({
  version: z.int(),
  digest: z.string(),
  until: z.int().nullable(),
  request: z.string(),
});
type ApprovedNotice = z.infer<typeof approvedNotice>;

/** Name of the setting with the hash in the journal. */
export function noticeSetting(article: number): string {
  return `notice.${article}`;
}

/** The hashed text. */
export function noticeText({ version, digest, until, request }: ApprovedNotice): string {
  return JSON.stringify({ version, digest, until, request });
}

@Injectable()
export class NoticeDecisions implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger(NoticeDecisions.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(KNOWN_STAFF) private readonly staff: Pick<KnownStaff, 'settingOf'>,
    private readonly texts: StaffTexts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => {
      this.applyDecisions().catch((error: unknown) => this.log.error(error, 'notices were not brought up to date'));
    }, CHECK_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Shows notices whose proposals were decided. */
  async applyDecisions(): Promise<void> {
    const { sql } = this.database;
    const pendingNotices = await sql
      .selectFrom('articleActs as asked')
      .innerJoin('articles', 'articles.id', 'asked.article')
      .where('articles.kind', '=', 'notice')
      .where('asked.act', '=', 'proposed')
      .where((outerBuilder) =>
        outerBuilder.not(
          outerBuilder.exists(
            outerBuilder
              .selectFrom('articleActs as decided')
              .select('decided.id')
              .whereRef('decided.article', '=', 'asked.article')
              .where('decided.act', '=', 'decided')
              .where((builder) =>
                builder.or([
                  builder('decided.proposal', '=', builder.ref('asked.proposal')),
                  // It was decided before the proposing act was recorded.
                  builder('asked.proposal', 'is', null).and('decided.id', '>', builder.ref('asked.id')),
                ]),
              ),
          ),
        ),
      )
      .selectAll('articles')
      .select(['asked.version as askedVersion', 'asked.requestHash as request', 'asked.proposal'])
      .execute();
    for (const { askedVersion, request, proposal, ...row } of pendingNotices) {
      const decided = await this.decided(row.id);
      if (decided?.request === request && decided.version === askedVersion) await this.show(row, decided, proposal);
    }
  }

  private async decided(article: number): Promise<ApprovedNotice | null> {
    const name = noticeSetting(article);
    const hash = this.staff.settingOf(name);
    const text = hash === undefined ? null : await this.texts.textOf(name, hash);
    return text === null ? null : (approvedNotice.safeParse(JSON.parse(text)).data ?? null);
  }

  /** If two servers see it at once, one of them shows it. */
  private async show(
    row: ArticleRow,
    { version, digest, until }: ApprovedNotice,
    proposal: number | null,
  ): Promise<void> {
    const now = this.clock();
    const { id: article, revision } = row;
    if (!(await this.isAsDecided(row, version, digest))) {
      this.log.error({ article, version }, 'a notice is not what was decided on, and is not shown');
      return;
    }
    await this.database.sql.transaction().execute(async (transaction) => {
      const [act] = await takeIds(transaction, 'content_act', 1);
      const { kind: _kind, slug: _slug, id: _id, ...currentState } = withScheduledVersion(row, now);
      const publishedAt = isShownAt(currentState, now) ? currentState.publishedAt : now;
      const publication = {
        shownVersion: version,
        shownUntil: until,
        isWithdrawn: 0,
        publishedAt,
        revision: revision + 1,
      };
      const { numUpdatedRows } = await transaction
        .updateTable('articles')
        .set({ ...currentState, ...publication })
        .where('id', '=', article)
        .where('revision', '=', revision)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return;
      const nothing = { by: null, from: null, reason: null, requestHash: null };
      await transaction
        .insertInto('articleActs')
        .values({ id: act, article, act: 'decided', version, at: now, until, proposal, ...nothing })
        .execute();
    });
  }

  /** The texts may have been changed in the database. */
  private async isAsDecided({ id }: ArticleRow, version: number, digest: string): Promise<boolean> {
    const { sql } = this.database;
    const versionQuery = sql.selectFrom('articleVersions').select('category').where('article', '=', id);
    const row = await versionQuery.where('version', '=', version).executeTakeFirst();
    const rows = sql.selectFrom('articleVersionTexts').selectAll().where('article', '=', id);
    return (
      row !== undefined &&
      digestOf(row.category, textsIn(await rows.where('version', '=', version).execute())) === digest
    );
  }
}
