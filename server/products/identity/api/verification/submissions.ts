/**
 * Submissions of users and decisions of staff. A submission is under review, then failed or certified. In between it is
 * `approving` while the exchange is told: after a crash there, staff can approve it again but not reject it.
 */
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from 'kysely';
import {
  PHOTO_KINDS,
  type DocumentType,
  type PhotoKind,
  type VerificationState,
} from '../../../../../shared/products/identity/verification';
import { nameMacOf, VerifiedNames } from '../../../../platform/auth/verified-names';
import type { Config } from '../../../../platform/config/config';
import type { Database } from '../../../../platform/database/database';
import type { ExchangeTables } from '../../../../platform/database/exchange-tables';
import type { VerificationRow, VerificationStatus } from '../../../../platform/database/verification-tables';
import { takeIds } from '../../../../platform/database/last-ids';
import { Refusal } from '../../../../platform/errors/refusal';
import { verificationContext } from '../../../../platform/secrets/contexts';
import { Secrets } from '../../../../platform/secrets/secrets';
import { UserSecrets, type UserSeal } from '../../../../platform/secrets/user-secrets';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, type Clock } from '../../../../platform/tokens';
import { PhotoStore } from './photo-store';

export interface NewSubmission {
  userId: number;
  name: string;
  nationality: string;
  documentType: DocumentType;
  /** Normalised. */
  documentNumber: string;
  photos: Partial<Record<PhotoKind, string>>;
}

/** A submission with its encrypted values decrypted. */
export interface Submission extends Omit<VerificationRow, 'sealedName' | 'sealedNumber' | 'documentMac' | 'nameMac'> {
  name: string;
  documentNumber: string;
}

export type ShownState = Exclude<VerificationState, 'not_certified'>;

const DAY_MS = 86_400_000;
const HASH_BATCH_SIZE = 500;
const WAITING = ['under_review', 'approving'] as const satisfies readonly VerificationStatus[];

/** The displayed state of a status. */
export function shownState(status: VerificationStatus): ShownState {
  return status === 'approving' ? 'under_review' : status;
}

@Injectable()
export class Submissions implements OnModuleInit {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly userSecrets: UserSecrets,
    private readonly photos: PhotoStore,
    private readonly names: VerifiedNames,
    @Inject(CONFIG) private readonly config: Pick<Config, 'limits'>,
  ) {}

  async onModuleInit(): Promise<void> {
    this.names.setSource((userId) => this.certifiedName(userId));
    await this.hashNames();
  }

  /** For submissions older than the name hash. If interrupted, the next start continues. */
  private async hashNames(): Promise<void> {
    const { sql } = this.database;
    const rowsWithoutMac = sql.selectFrom('verifications').selectAll().where('nameMac', 'is', null).orderBy('id');
    for (let last = 0; ;) {
      const rows = await rowsWithoutMac.where('id', '>', last).limit(HASH_BATCH_SIZE).execute();
      for (const row of rows) {
        const { name } = decryptSubmission(row, await this.userSecrets.sealOf(row.userId));
        const nameMac = nameMacOf(this.secrets, name);
        await sql.updateTable('verifications').set({ nameMac }).where('id', '=', row.id).execute();
        last = row.id;
      }
      if (rows.length < HASH_BATCH_SIZE) return;
    }
  }

  /**
   * Number of the new submission. Refuses `photo.repeated` with the kinds of equal photos, `verification.under.review`,
   * `verifications.too.many`, and `picture.required` for photos of others or submitted before. Only staff see whether
   * the document has verified another user: an answer here would reveal customers by guessed numbers.
   */
  async add({ userId, name, nationality, documentType, documentNumber, photos }: NewSubmission): Promise<number> {
    const userSeal = await this.userSecrets.sealOf(userId);
    const repeated = await this.photos.repeated(userId, photos);
    if (repeated.length > 0) throw new Refusal('photo.repeated', { photos: repeated });
    return this.database.sql.transaction().execute(async (transaction) => {
      // Taking an id serialises: of two concurrent submissions the second waits here and finds the first.
      const [id] = await takeIds(transaction, 'verification', 1);
      const pending = await transaction
        .selectFrom('verifications')
        .select('id')
        .where('userId', '=', userId)
        .where('status', 'in', WAITING)
        .executeTakeFirst();
      if (pending) throw new Refusal('verification.under.review');
      await this.refuseTooMany(transaction, userId);
      await this.attachAll(transaction, userId, photos, id);
      const row: VerificationRow = {
        id,
        userId,
        status: 'under_review',
        sealedName: userSeal.seal(name, verificationContext(userId)),
        nationality,
        documentType,
        sealedNumber: userSeal.seal(documentNumber, verificationContext(userId)),
        documentMac: this.documentMac({ documentType, nationality, documentNumber }),
        nameMac: nameMacOf(this.secrets, name),
        submittedAt: this.clock(),
        reviewedAt: null,
        reviewedBy: null,
        reason: null,
      };
      await transaction.insertInto('verifications').values(row).execute();
      return id;
    });
  }

  private async refuseTooMany(transaction: Transaction<ExchangeTables>, userId: number): Promise<void> {
    const maximum = this.config.limits.verificationsPerDayMax;
    const { count } = await transaction
      .selectFrom('verifications')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .where('submittedAt', '>', this.clock() - DAY_MS)
      .executeTakeFirstOrThrow();
    if (count >= maximum) throw new Refusal('verifications.too.many', { maximum });
  }

  async find(id: number): Promise<Submission> {
    const row = await this.row(id);
    return decryptSubmission(row, await this.userSecrets.sealOf(row.userId));
  }

  /** Keyed hash of the document, in the exchange's form. */
  async documentOf(id: number): Promise<string> {
    return (await this.row(id)).documentMac;
  }

  async newestOf(userId: number): Promise<Submission | null> {
    const [newestSubmission] = await this.submissionsOf(userId, 1);
    return newestSubmission ?? null;
  }

  /** Newest first. */
  async submissionsOf(userId: number, limit: number): Promise<Submission[]> {
    const rows = await this.database.sql
      .selectFrom('verifications')
      .selectAll()
      .where('userId', '=', userId)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return this.decryptAll(rows);
  }

  /** Under review: the longest waiting first; else newest first. */
  async list(
    state: ShownState | undefined,
    userId: number | undefined,
    offset: number,
    limit: number,
  ): Promise<{ submissions: Submission[]; total: number }> {
    let matching = this.database.lists.selectFrom('verifications');
    if (state !== undefined) matching = matching.where('status', 'in', state === 'under_review' ? WAITING : [state]);
    if (userId !== undefined) matching = matching.where('userId', '=', userId);
    const rows = await matching
      .selectAll()
      .orderBy('id', state === 'under_review' ? 'asc' : 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    const count = matching.select(({ fn }) => fn.countAll<number>().as('total'));
    const { total } = await count.executeTakeFirstOrThrow();
    return { submissions: await this.decryptAll(rows), total };
  }

  /** Other users who submitted the same document, with any result. */
  async othersWithDocumentOf(id: number): Promise<number[]> {
    const { documentMac, userId } = await this.row(id);
    const rows = await this.database.sql
      .selectFrom('verifications')
      .select('userId')
      .distinct()
      .where('documentMac', '=', documentMac)
      .where('userId', '!=', userId)
      .orderBy('userId')
      .limit(20)
      .execute();
    return rows.map((row) => row.userId);
  }

  /**
   * Reserves the document for this user; the submission can no longer be rejected. Idempotent. Refuses
   * `verification.state.invalid` if decided, and `document.already.used`.
   */
  async beginApproval(id: number, staff: number): Promise<void> {
    await this.database.sql.transaction().execute(async (transaction) => {
      const updated = await transaction
        .updateTable('verifications')
        .set({ status: 'approving', reviewedBy: staff })
        .where('id', '=', id)
        .where('status', 'in', WAITING)
        .returning(['documentMac', 'userId'])
        .executeTakeFirst();
      if (!updated) throw new Refusal('verification.state.invalid');
      const { documentMac, userId } = updated;
      await transaction
        .insertInto('verifiedDocuments')
        .values({ documentMac, userId })
        .onConflict((conflict) => conflict.column('documentMac').doNothing())
        .execute();
      await refuseUsedDocument(transaction, documentMac, userId);
    });
  }

  /** Completes an approval that the exchange has accepted. Returns whether this call completed it. */
  finishApproval(id: number): Promise<boolean> {
    return this.database.sql.transaction().execute(async (transaction) => {
      const finished = await transaction
        .updateTable('verifications')
        .set({ status: 'certified', reviewedAt: this.clock() })
        .where('id', '=', id)
        .where('status', '=', 'approving')
        .returning(['userId', 'nationality'])
        .executeTakeFirst();
      if (!finished) return false;
      const { userId, nationality } = finished;
      await transaction.updateTable('users').set({ nationality }).where('id', '=', userId).execute();
      return true;
    });
  }

  /**
   * After a rejection by the exchange: the submission waits again, and its document is free unless an earlier one holds
   * it.
   */
  async undoApproval(id: number): Promise<void> {
    await this.database.sql.transaction().execute(async (transaction) => {
      const undone = await transaction
        .updateTable('verifications')
        .set({ status: 'under_review', reviewedBy: null })
        .where('id', '=', id)
        .where('status', '=', 'approving')
        .returning(['documentMac', 'userId'])
        .executeTakeFirst();
      if (!undone) return;
      const certifiedDuplicate = await transaction
        .selectFrom('verifications')
        .select('id')
        .where('documentMac', '=', undone.documentMac)
        .where('status', '=', 'certified')
        .executeTakeFirst();
      if (certifiedDuplicate) return;
      await transaction
        .deleteFrom('verifiedDocuments')
        .where('documentMac', '=', undone.documentMac)
        .where('userId', '=', undone.userId)
        .execute();
    });
  }

  /** Refuses `verification.state.invalid` if it is decided or being approved. */
  async reject(id: number, staff: number, reason: string): Promise<void> {
    const rejected = await this.database.sql
      .updateTable('verifications')
      .set({ status: 'failed', reason, reviewedBy: staff, reviewedAt: this.clock() })
      .where('id', '=', id)
      .where('status', '=', 'under_review')
      .returning('id')
      .executeTakeFirst();
    if (!rejected) throw new Refusal('verification.state.invalid');
  }

  private async certifiedName(userId: number): Promise<string | null> {
    const row = await this.database.sql
      .selectFrom('verifications')
      .select('sealedName')
      .where('userId', '=', userId)
      .where('status', '=', 'certified')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return row ? (await this.userSecrets.sealOf(userId)).open(row.sealedName, verificationContext(userId)) : null;
  }

  private async attachAll(
    transaction: Transaction<ExchangeTables>,
    userId: number,
    photos: NewSubmission['photos'],
    verificationId: number,
  ): Promise<void> {
    const missing: PhotoKind[] = [];
    for (const kind of PHOTO_KINDS) {
      const id = photos[kind];
      if (id !== undefined && !(await this.photos.attach(transaction, { id, userId, kind }, verificationId))) {
        missing.push(kind);
      }
    }
    if (missing.length > 0) throw new Refusal('picture.required', { photos: missing });
  }

  private async row(id: number): Promise<VerificationRow> {
    const query = this.database.sql.selectFrom('verifications').selectAll().where('id', '=', id);
    const row = await query.executeTakeFirst();
    if (!row) throw new Refusal('verification.not.found');
    return row;
  }

  private decryptAll(rows: readonly VerificationRow[]): Promise<Submission[]> {
    return Promise.all(rows.map(async (row) => decryptSubmission(row, await this.userSecrets.sealOf(row.userId))));
  }

  private documentMac(document: Pick<NewSubmission, 'documentType' | 'nationality' | 'documentNumber'>): string {
    const { documentType, nationality, documentNumber } = document;
    return this.secrets.mac(`${documentType}/${nationality}/${documentNumber}`, 'document');
  }
}

function decryptSubmission(
  { sealedName, sealedNumber, documentMac: _, ...row }: VerificationRow,
  userSeal: UserSeal,
): Submission {
  const context = verificationContext(row.userId);
  return { ...row, name: userSeal.open(sealedName, context), documentNumber: userSeal.open(sealedNumber, context) };
}

async function refuseUsedDocument(transaction: Transaction<ExchangeTables>, documentMac: string, userId: number) {
  const holder = await transaction
    .selectFrom('verifiedDocuments')
    .select('userId')
    .where('documentMac', '=', documentMac)
    .executeTakeFirst();
  if (holder && holder.userId !== userId) throw new Refusal('document.already.used');
}
