/** How a verification stands: to its user with the number masked, to staff with the name, too, until they ask for both. */
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { maskedDocumentNumber, maskedName } from '../../../shared/rules/masks';
import type { Page } from '../../../shared/wire/fields';
import type { ShownVerification, ShowVerificationRequest } from '../../../shared/wire/shown-data';
import {
  PHOTO_KINDS,
  type OwnVerification,
  type VerificationDetail,
  type VerificationRecord,
  type VerificationsRequest,
} from '../../../shared/wire/verification';
import { Refusal } from '../../platform/errors/refusal';
import { idOf } from '../shared/convert';
import { ShownData } from '../shared/shown-data';
import { VerificationStates } from '../shared/verification-states';
import { PhotoStore } from './photo-store';
import { shownState, Submissions, type Submission } from './submissions';

const EARLIER_MAX = 20;

export class OwnVerificationState extends Query<OwnVerification> {
  constructor(readonly user: number) {
    super();
  }
}

@QueryHandler(OwnVerificationState)
export class OwnVerificationStateHandler implements IQueryHandler<OwnVerificationState> {
  constructor(
    private readonly submissions: Submissions,
    private readonly states: VerificationStates,
  ) {}

  async execute({ user }: OwnVerificationState): Promise<OwnVerification> {
    const state = await this.states.of(user);
    const newest = await this.submissions.newestOf(user);
    if (!newest) return { state, ...NOTHING_SUBMITTED };
    const { reason, name, nationality, documentType, submittedAt, reviewedAt } = newest;
    const documentNumber = maskedDocumentNumber(newest.documentNumber);
    return { state, reason, name, nationality, documentType, documentNumber, submittedAt, reviewedAt };
  }
}

const NOTHING_SUBMITTED = {
  reason: null,
  name: null,
  nationality: null,
  documentType: null,
  documentNumber: null,
  submittedAt: null,
  reviewedAt: null,
};

export class VerificationList extends Query<Page<VerificationRecord>> {
  constructor(readonly request: VerificationsRequest) {
    super();
  }
}

@QueryHandler(VerificationList)
export class VerificationListHandler implements IQueryHandler<VerificationList> {
  constructor(private readonly submissions: Submissions) {}

  async execute({ request: { state, userId, pageIndex, pageSize } }: VerificationList) {
    const offset = (pageIndex - 1) * pageSize;
    const { submissions, total } = await this.submissions.list(state, userId, offset, pageSize);
    return { records: submissions.map(recordOf), total, pageIndex, pageSize };
  }
}

export class VerificationDetailOf extends Query<VerificationDetail> {
  constructor(readonly verification: number) {
    super();
  }
}

@QueryHandler(VerificationDetailOf)
export class VerificationDetailOfHandler implements IQueryHandler<VerificationDetailOf> {
  constructor(
    private readonly submissions: Submissions,
    private readonly photos: PhotoStore,
  ) {}

  async execute({ verification }: VerificationDetailOf): Promise<VerificationDetail> {
    const submission = await this.submissions.find(verification);
    const all = await this.submissions.of(submission.userId, EARLIER_MAX);
    const photos = await this.photos.ofSubmission(verification);
    return {
      ...recordOf(submission),
      documentNumber: maskedDocumentNumber(submission.documentNumber),
      photos: photos
        .map(({ id, kind, width, height }) => ({ photo: id, kind, width, height }))
        .sort((one, other) => PHOTO_KINDS.indexOf(one.kind) - PHOTO_KINDS.indexOf(other.kind)),
      sameDocument: await this.submissions.othersWithDocumentOf(verification),
      earlier: all.filter(({ id }) => id < verification).map(recordOf),
    };
  }
}

export class ShownVerificationOf extends Query<ShownVerification> {
  constructor(
    readonly staff: number,
    readonly request: ShowVerificationRequest,
  ) {
    super();
  }
}

@QueryHandler(ShownVerificationOf)
export class ShownVerificationOfHandler implements IQueryHandler<ShownVerificationOf> {
  constructor(
    private readonly shown: ShownData,
    private readonly submissions: Submissions,
    private readonly photos: PhotoStore,
  ) {}

  /** Opens its photos, too. Refuses `personal.data.too.many`, and `user.not.found` where it is not a submission of this user's. */
  async execute({ staff, request: { verification, userId } }: ShownVerificationOf): Promise<ShownVerification> {
    this.shown.take(staff);
    const submission = await this.submissions.find(idOf(verification));
    if (submission.userId !== userId) throw new Refusal('user.not.found');
    const all = await this.submissions.of(userId, EARLIER_MAX);
    const photos = await this.photos.ofSubmission(submission.id);
    this.shown.openPhotos(
      staff,
      photos.map(({ id }) => ({ photo: id })),
    );
    const { name, documentNumber } = submission;
    const earlier = all.filter(({ id }) => id < submission.id);
    return {
      ...{ verification, name, documentNumber },
      earlier: earlier.map((one) => ({ verification: String(one.id), name: one.name })),
    };
  }
}

/** What a user submitted, newest first: part of what staff see of a user. */
function recordOf(submission: Submission): VerificationRecord {
  const { id, status, name, nationality, documentType } = submission;
  const { userId, submittedAt, reviewedAt, reviewedBy, reason } = submission;
  return {
    verification: String(id),
    userId,
    state: shownState(status),
    name: maskedName(name),
    nationality,
    documentType,
    submittedAt,
    reviewedAt,
    // While it is being approved, nobody has decided yet.
    reviewedBy: reviewedAt === null ? null : reviewedBy,
    reason,
  };
}
