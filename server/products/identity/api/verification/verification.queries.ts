/**
 * State of a verification: for its user with a masked number, for staff also with a masked name, until they request
 * both.
 */
import { maskedDocumentNumber, maskedName } from '../../../../../shared/products/identity/rules/masks';
import { SHOWN_DATA_ROUTES } from '../../../../../shared/wire/shown-data';
import {
  PHOTO_KINDS,
  VERIFICATION_ROUTES as ROUTES,
  type VerificationRecord,
} from '../../../../../shared/products/identity/verification';
import { Refusal } from '../../../../platform/errors/refusal';
import { QueryOf } from '../../../../platform/http/route-messages';
import { idOf } from '../../../../features/shared/orders/convert';
import { queryHandler, messageHandler } from '../../../../features/shared/endpoints/handlers';
import { UnmaskingLimits } from '../../../../features/shared/unmasking-limits';
import { VerificationStates } from '../../../../features/shared/verification-states';
import { PhotoStore } from './photo-store';
import { shownState, Submissions, type Submission } from './submissions';

const EARLIER_MAX = 20;

export class OwnVerificationState extends QueryOf(ROUTES.own) {}

export const OwnVerificationStateHandler = messageHandler(
  OwnVerificationState,
  [Submissions, VerificationStates],
  async ({ user }, submissions, states) => {
    const state = await states.stateOf(user);
    const newestSubmission = await submissions.newestOf(user);
    if (!newestSubmission) return { state, ...NOTHING_SUBMITTED };
    const { reason, name, nationality, documentType, submittedAt, reviewedAt } = newestSubmission;
    const documentNumber = maskedDocumentNumber(newestSubmission.documentNumber);
    return { state, reason, name, nationality, documentType, documentNumber, submittedAt, reviewedAt };
  },
);

const NOTHING_SUBMITTED = {
  reason: null,
  name: null,
  nationality: null,
  documentType: null,
  documentNumber: null,
  submittedAt: null,
  reviewedAt: null,
};

export const VerificationList = queryHandler(
  ROUTES.list,
  [Submissions],
  async ({ request: { state, userId, pageIndex, pageSize } }, submissions) => {
    const offset = (pageIndex - 1) * pageSize;
    const page = await submissions.list(state, userId, offset, pageSize);
    return { records: page.submissions.map(recordOf), total: page.total, pageIndex, pageSize };
  },
);

export const VerificationDetailOf = queryHandler(
  ROUTES.detail,
  [Submissions, PhotoStore],
  async ({ request }, submissions, store) => {
    const verification = idOf(request.verification);
    const submission = await submissions.find(verification);
    const userSubmissions = await submissions.submissionsOf(submission.userId, EARLIER_MAX);
    const photos = await store.ofSubmission(verification);
    return {
      ...recordOf(submission),
      documentNumber: maskedDocumentNumber(submission.documentNumber),
      photos: photos
        .map(({ id, kind, width, height }) => ({ photo: id, kind, width, height }))
        .sort((one, other) => PHOTO_KINDS.indexOf(one.kind) - PHOTO_KINDS.indexOf(other.kind)),
      sameDocument: await submissions.othersWithDocumentOf(verification),
      earlier: userSubmissions.filter(({ id }) => id < verification).map(recordOf),
    };
  },
);

/**
 * Also opens its photos. Refuses `personal.data.too.many`, and `user.not.found` if the submission is not this user's.
 */
export const ShownVerificationOf = queryHandler(
  SHOWN_DATA_ROUTES.showVerification,
  [UnmaskingLimits, Submissions, PhotoStore],
  async ({ user: staff, request: { verification, userId } }, limits, submissions, store) => {
    limits.countAccess(staff);
    const submission = await submissions.find(idOf(verification));
    if (submission.userId !== userId) throw new Refusal('user.not.found');
    const userSubmissions = await submissions.submissionsOf(userId, EARLIER_MAX);
    const photos = await store.ofSubmission(submission.id);
    limits.openPhotos(
      staff,
      photos.map(({ id }) => ({ photo: id })),
    );
    const { name, documentNumber } = submission;
    const earlier = userSubmissions.filter(({ id }) => id < submission.id);
    return {
      ...{ verification, name, documentNumber },
      earlier: earlier.map((one) => ({ verification: String(one.id), name: one.name })),
    };
  },
);

/** A submission as part of staff's view of a user. */
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
    // Null during the approval, which is not decided yet.
    reviewedBy: reviewedAt === null ? null : reviewedBy,
    reason,
  };
}
