/** Requests to be let back in, as staff see them: what was sent beside what the account was verified by. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '../../../shared/wire/fields';
import type { RecoveriesRequest, RecoveryDetail, RecoveryRecord, RecoveryState } from '../../../shared/wire/recovery';
import { PasskeyProofs } from '../../platform/auth/passkey-proofs';
import { SecondFactors } from '../../platform/auth/second-factors';
import { SettingsLocks } from '../../platform/auth/settings-locks';
import { Users } from '../../platform/auth/users';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables } from '../../platform/database/exchange-tables';
import type { RecoveryRow } from '../../platform/database/recovery-tables';
import { Refusal } from '../../platform/errors/refusal';
import { EXCHANGE_DATABASE, LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { maskedEmail, maskedPhone } from '../shared/masks';
import { PhotoStore } from '../verification/photo-store';
import { Submissions } from '../verification/submissions';
import { RecoveryPhotos } from './recovery-photos';

const SUBMISSIONS_MAX = 20;

type Handed = RecoveryRow & { userId: number; submittedAt: number };

export class Recoveries extends Query<Page<RecoveryRecord>> {
  constructor(readonly request: RecoveriesRequest) {
    super();
  }
}

@QueryHandler(Recoveries)
export class RecoveriesHandler implements IQueryHandler<Recoveries> {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ request: { pageIndex, pageSize } }: Recoveries): Promise<Page<RecoveryRecord>> {
    const handed = this.database.lists
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
    return { records: rows.map((row) => recordOf(this.live, row as Handed)), total, pageIndex, pageSize };
  }
}

export class RecoveryDetailOf extends Query<RecoveryDetail> {
  constructor(readonly recovery: number) {
    super();
  }
}

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
  async execute({ recovery }: RecoveryDetailOf): Promise<RecoveryDetail> {
    const row = await handedIn(this.database, recovery);
    const user = await this.users.byId(row.userId);
    if (!user) throw new Refusal('recovery.not.found');
    const holder = await this.users.byEmail(row.email);
    return {
      ...recordOf(this.live, row),
      photos: (await this.photos.of(row.id)).map(({ id, kind, width, height }) => ({ photo: id, kind, width, height })),
      reason: row.reason,
      verified: await this.verifiedBy(user.id),
      bound: {
        email: user.email === null ? null : maskedEmail(user.email),
        phone: user.phone === null ? null : maskedPhone(user.phone),
      },
      factors: {
        authenticators: (await this.secondFactors.of(user.id)).length,
        passkeys: (await this.passkeys.of(user.id)).length,
      },
      frozen: this.live.members.standingOf(user.id).frozen,
      settingsLockedUntil: await this.settingsLocks.lockedUntil(user.id),
      emailTaken: holder !== undefined && holder.id !== user.id,
    };
  }

  private async verifiedBy(userId: number): Promise<RecoveryDetail['verified']> {
    const all = await this.submissions.of(userId, SUBMISSIONS_MAX);
    const certified = all.find(({ status }) => status === 'certified');
    if (!certified) return null;
    const { id, name, nationality, documentType, documentNumber, reviewedAt } = certified;
    const photos = await this.documents.ofSubmission(id);
    return {
      ...{ verification: String(id), name, nationality, documentType, documentNumber, reviewedAt },
      photos: photos.map(({ id: photo, kind, width, height }) => ({ photo, kind, width, height })),
    };
  }
}

/** Refuses `recovery.not.found`, also of what was not handed in and of what names no account. */
export async function handedIn({ sql }: Pick<Database<ExchangeTables>, 'sql'>, recovery: number): Promise<Handed> {
  const row = await sql.selectFrom('recoveries').selectAll().where('id', '=', recovery).executeTakeFirst();
  if (!row || row.userId === null || row.submittedAt === null) throw new Refusal('recovery.not.found');
  return row as Handed;
}

/** What the core has of it, where two of staff are at it. */
function recordOf(live: LiveViews, row: Handed): RecoveryRecord {
  const { id, userId, email, submittedAt } = row;
  const documentType = row.documentType ?? 'id_card';
  return { recovery: String(id), userId, state: stateOf(live, row), email, documentType, submittedAt };
}

function stateOf(live: LiveViews, { id, status }: Handed): RecoveryState {
  if (status !== 'waiting') return status as Exclude<typeof status, 'begun' | 'waiting'>;
  const proposal = live.staff
    .proposals()
    .find(
      ({ command, act }) => command === 'RecoverAccount' && (JSON.parse(act) as { request: number }).request === id,
    );
  if (!proposal) return 'waiting';
  return proposal.from === null ? 'proposed' : 'confirmed';
}
