/** Account recovery requests for staff: submitted data beside the verified data, masked until shown on request. */
import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  maskedDocumentNumber,
  maskedEmail,
  maskedName,
  maskedPhone,
} from '../../../../../shared/products/identity/rules/masks';
import {
  RECOVERY_ROUTES as ROUTES,
  type RecoveryDetail,
  type RecoveryRecord,
  type RecoveryState,
} from '../../../../../shared/products/identity/recovery';
import { SHOWN_DATA_ROUTES } from '../../../../../shared/wire/shown-data';
import { PasskeyProofs } from '../../../../platform/auth/factors/passkey-proofs';
import { SecondFactors } from '../../../../platform/auth/factors/second-factors';
import { SettingsLocks } from '../../../../platform/auth/settings-locks';
import { Users } from '../../../../platform/auth/users';
import type { Database } from '../../../../platform/database/database';
import type { ExchangeTables } from '../../../../platform/database/exchange-tables';
import type { RecoveryRow } from '../../../../platform/database/recovery-tables';
import { Refusal } from '../../../../platform/errors/refusal';
import { QueryOf } from '../../../../platform/http/route-messages';
import { EXCHANGE_DATABASE, LIVE_VIEWS } from '../../../../platform/tokens';
import type { LiveViews } from '../../../../views/live/live-views';
import { idOf } from '../../../../features/shared/orders/convert';
import { queryHandler } from '../../../../features/shared/endpoints/handlers';
import { UnmaskingLimits } from '../../../../features/shared/unmasking-limits';
import { PhotoStore } from '../verification/photo-store';
import { Submissions } from '../verification/submissions';
import { RecoveryPhotos } from './recovery-photos';

const SUBMISSIONS_MAX = 20;

type SubmittedRecovery = RecoveryRow & { userId: number; submittedAt: number };

export const Recoveries = queryHandler(
  ROUTES.list,
  [EXCHANGE_DATABASE, LIVE_VIEWS],
  async ({ request: { pageIndex, pageSize } }, database, live) => {
    const handed = database.lists
      .selectFrom('recoveries')
      .where('status', '!=', 'begun')
      .where('userId', 'is not', null);
    const rows = await handed
      .selectAll()
      .orderBy('id', 'desc')
      .offset((pageIndex - 1) * pageSize)
      .limit(pageSize)
      .execute();
    const count = handed.select(({ fn }) => fn.countAll<number>().as('total'));
    const { total } = await count.executeTakeFirstOrThrow();
    return { records: rows.map((row) => recordOf(live, row as SubmittedRecovery)), total, pageIndex, pageSize };
  },
);

export class RecoveryDetailOf extends QueryOf(ROUTES.detail) {}

@QueryHandler(RecoveryDetailOf)
export class RecoveryDetailOfHandler implements IQueryHandler<RecoveryDetailOf> {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    private readonly users: Users,
    private readonly photos: RecoveryPhotos,
    private readonly submissions: Submissions,
    private readonly documents: PhotoStore,
    private readonly secondFactors: SecondFactors,
    private readonly passkeys: PasskeyProofs,
    private readonly settingsLocks: SettingsLocks,
  ) {}

  /** Refuses `recovery.not.found`. */
  async execute({ request }: RecoveryDetailOf) {
    const row = await submittedRecovery(this.database, idOf(request.recovery));
    const user = await this.users.byId(row.userId);
    if (!user) throw new Refusal('recovery.not.found');
    const holder = await this.users.byEmail(row.email);
    return {
      ...recordOf(this.live, row),
      photos: (await this.photos.photosOf(row.id)).map(({ id, kind, width, height }) => ({
        photo: id,
        kind,
        width,
        height,
      })),
      reason: row.reason,
      verified: await this.verifiedBy(user.id),
      bound: {
        email: user.email === null ? null : maskedEmail(user.email),
        phone: user.phone === null ? null : maskedPhone(user.phone),
      },
      factors: {
        authenticators: (await this.secondFactors.authenticatorsOf(user.id)).length,
        passkeys: (await this.passkeys.passkeysOf(user.id)).length,
      },
      frozen: this.live.members.stateOf(user.id).frozen,
      settingsLockedUntil: await this.settingsLocks.lockedUntil(user.id),
      emailTaken: holder !== undefined && holder.id !== user.id,
    };
  }

  private async verifiedBy(userId: number): Promise<RecoveryDetail['verified']> {
    const certified = await certifiedSubmissionOf(this.submissions, userId);
    if (!certified) return null;
    const { id, name, nationality, documentType, documentNumber, reviewedAt } = certified;
    const photos = await this.documents.ofSubmission(id);
    return {
      ...{ verification: String(id), nationality, documentType, reviewedAt },
      name: maskedName(name),
      documentNumber: maskedDocumentNumber(documentNumber),
      photos: photos.map(({ id: photo, kind, width, height }) => ({ photo, kind, width, height })),
    };
  }
}

/**
 * Opens the photos of both. Refuses `personal.data.too.many`, and `user.not.found` if it does not concern this user's
 * account.
 */
export const ShownRecoveryOf = queryHandler(
  SHOWN_DATA_ROUTES.showRecovery,
  [EXCHANGE_DATABASE, UnmaskingLimits, RecoveryPhotos, Submissions, PhotoStore],
  async ({ user: staff, request: { recovery, userId } }, database, limits, photos, submissions, documents) => {
    limits.countAccess(staff);
    const row = await submittedRecovery(database, idOf(recovery));
    if (row.userId !== userId) throw new Refusal('user.not.found');
    const certified = await certifiedSubmissionOf(submissions, userId);
    const certifying = certified ? await documents.ofSubmission(certified.id) : [];
    const openedPhotos = [...(await photos.photosOf(row.id)), ...certifying];
    limits.openPhotos(
      staff,
      openedPhotos.map(({ id }) => ({ photo: id })),
    );
    const verified = certified && { name: certified.name, documentNumber: certified.documentNumber };
    return { recovery, email: row.email, verified: verified ?? null };
  },
);

async function certifiedSubmissionOf(submissions: Submissions, userId: number) {
  const userSubmissions = await submissions.submissionsOf(userId, SUBMISSIONS_MAX);
  return userSubmissions.find(({ status }) => status === 'certified');
}

/** Refuses `recovery.not.found`, also for requests that are not submitted or name no account. */
export async function submittedRecovery(
  { sql }: Pick<Database<ExchangeTables>, 'sql'>,
  recovery: number,
): Promise<SubmittedRecovery> {
  const row = await sql.selectFrom('recoveries').selectAll().where('id', '=', recovery).executeTakeFirst();
  if (!row || row.userId === null || row.submittedAt === null) throw new Refusal('recovery.not.found');
  return row as SubmittedRecovery;
}

/** The core's state of it, while a proposal is pending. */
function recordOf(live: LiveViews, row: SubmittedRecovery): RecoveryRecord {
  const { id, userId, email, submittedAt } = row;
  const documentType = row.documentType ?? 'id_card';
  return {
    recovery: String(id),
    userId,
    state: stateOf(live, row),
    email: maskedEmail(email),
    documentType,
    submittedAt,
  };
}

function stateOf(live: LiveViews, { id, status }: SubmittedRecovery): RecoveryState {
  if (status !== 'waiting') return status as Exclude<typeof status, 'begun' | 'waiting'>;
  const proposal = live.staff
    .proposals()
    .find(
      ({ command, act }) => command === 'RecoverAccount' && (JSON.parse(act) as { request: number }).request === id,
    );
  if (!proposal) return 'waiting';
  return proposal.from === null ? 'proposed' : 'confirmed';
}
