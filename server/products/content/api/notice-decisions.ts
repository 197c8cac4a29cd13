/**
 * Notices with a link that leads out: two of staff decide that such a version is shown. Of the decision the journal has the keyed hash,
 * as of a legal text; once it has taken effect the notice goes on as any other, until it is withdrawn or another version is published.
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
import { isShownAt, turnedAt } from './shown';

/** Longest time until a confirmed notice is shown. */
const LOOK_MS = 15_000;

/** `request`: the hash that the act of proposing it has, so that the same version may be decided on again. */
const decidedNotice = z.object({
  version: z.int(),
  digest: z.string(),
  until: z.int().nullable(),
  request: z.string(),
});
type DecidedNotice = z.infer<typeof decidedNotice>;

/** Under which name the journal has the hash. */
export function noticeSetting(article: number): string {
  return `notice.${article}`;
}

/** What the hash is of. */
export function noticeText({ version, digest, until, request }: DecidedNotice): string {
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
      this.settle().catch((error: unknown) => this.log.error(error, 'notices were not brought up to date'));
    }, LOOK_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Shows what was decided since it was proposed. */
  async settle(): Promise<void> {
    const { sql } = this.database;
    const waiting = await sql
      .selectFrom('articleActs as asked')
      .innerJoin('articles', 'articles.id', 'asked.article')
      .where('articles.kind', '=', 'notice')
      .where('asked.act', '=', 'proposed')
      .where((of) =>
        of.not(
          of.exists(
            of
              .selectFrom('articleActs as decided')
              .select('decided.id')
              .whereRef('decided.article', '=', 'asked.article')
              .where('decided.act', '=', 'decided')
              .where((which) =>
                which.or([
                  which('decided.proposal', '=', which.ref('asked.proposal')),
                  // It had been decided before the act of proposing it was written down.
                  which('asked.proposal', 'is', null).and('decided.id', '>', which.ref('asked.id')),
                ]),
              ),
          ),
        ),
      )
      .selectAll('articles')
      .select(['asked.version as askedVersion', 'asked.requestHash as request', 'asked.proposal'])
      .execute();
    for (const { askedVersion, request, proposal, ...row } of waiting) {
      const decided = await this.decided(row.id);
      if (decided?.request === request && decided.version === askedVersion) await this.show(row, decided, proposal);
    }
  }

  private async decided(article: number): Promise<DecidedNotice | null> {
    const name = noticeSetting(article);
    const hash = this.staff.settingOf(name);
    const text = hash === undefined ? null : await this.texts.textOf(name, hash);
    return text === null ? null : (decidedNotice.safeParse(JSON.parse(text)).data ?? null);
  }

  /** Of two servers that see it at once one does so. */
  private async show(
    row: ArticleRow,
    { version, digest, until }: DecidedNotice,
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
      const { kind: _kind, slug: _slug, id: _id, ...standing } = turnedAt(row, now);
      const publishedAt = isShownAt(standing, now) ? standing.publishedAt : now;
      const shown = { shownVersion: version, shownUntil: until, isWithdrawn: 0, publishedAt, revision: revision + 1 };
      const { numUpdatedRows } = await transaction
        .updateTable('articles')
        .set({ ...standing, ...shown })
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

  /** Somebody may have changed the texts where they are stored. */
  private async isAsDecided({ id }: ArticleRow, version: number, digest: string): Promise<boolean> {
    const { sql } = this.database;
    const of = sql.selectFrom('articleVersions').select('category').where('article', '=', id);
    const row = await of.where('version', '=', version).executeTakeFirst();
    const rows = sql.selectFrom('articleVersionTexts').selectAll().where('article', '=', id);
    return (
      row !== undefined &&
      digestOf(row.category, textsIn(await rows.where('version', '=', version).execute())) === digest
    );
  }
}
