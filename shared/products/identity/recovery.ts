/**
 * Recovery after loss of password and factors: a request with documents that two members of staff confirm. Answers never reveal whether an
 * account exists. The next steps go to the given address, and notices go to all previous addresses of the owner.
 */
import { z } from 'zod';
import { EMAIL_LENGTH_MAX, PASSWORD_LENGTH_MAX } from './rules/credentials';
import { clientId, epochMs, id, pageIndex, pageOf, pageSize, reasonForUser, staffAnswer } from '../../wire/fields';
import type { Route } from '../../wire/route';
import { documentType, photoKind, photoQuery, uploadedPhoto } from './verification';

/** Path of the page for the new password. The link's secret is in the fragment, which browsers do not send. */
export const RECOVERY_LINK_PATH = '/recoverAccount';
/** Names the request of a photo. A header, because URLs end up in logs. */
export const RECOVERY_HEADER = 'recovery-token';

const TOKEN_LENGTH = 43;
const token = z
  .string()
  .length(TOKEN_LENGTH)
  .regex(/^[A-Za-z0-9_-]+$/);
const address = z.string().trim().min(1).max(EMAIL_LENGTH_MAX);
const sentCode = z.string().trim().min(1).max(12).meta({ description: 'the code that was sent', example: '492039' });

export const beginRecoveryRequest = z.strictObject({
  account: address.meta({
    description: 'e-mail or phone number that the account is bound to',
    example: 'me@example.com',
  }),
  email: address.meta({
    description: 'where the applicant reads mail; becomes that of the account',
    example: 'new@example.com',
  }),
  code: sentCode.meta({ description: 'sent there by `account/sendCode` with the purpose `recover`' }),
});
export type BeginRecoveryRequest = z.infer<typeof beginRecoveryRequest>;
export const recoveryBegun = z.object({
  token: token.meta({ description: `names the request in what follows; the header \`${RECOVERY_HEADER}\` of photos` }),
  expiresAt: epochMs,
});
export type RecoveryBegun = z.infer<typeof recoveryBegun>;

/**
 * Photos of the document must be uploaded first. If one is missing, the answer is `picture.required` with the missing
 * kinds.
 */
export const submitRecoveryRequest = z.strictObject({ token, documentType });
export type SubmitRecoveryRequest = z.infer<typeof submitRecoveryRequest>;

export const finishRecoveryRequest = z.strictObject({
  token: token.meta({ description: 'what stands behind the # of the link' }),
  password: z.string().min(1).max(PASSWORD_LENGTH_MAX),
});
export type FinishRecoveryRequest = z.infer<typeof finishRecoveryRequest>;

/**
 * Waiting: for staff. Proposed: by one member of staff. Confirmed: by another, not yet in effect. Then: in effect,
 * ended by the owner, or rejected.
 */
export const RECOVERY_STATES = ['waiting', 'proposed', 'confirmed', 'granted', 'finished', 'declined'] as const;
export const recoveryState = z.enum(RECOVERY_STATES);
export type RecoveryState = z.infer<typeof recoveryState>;

export const recoveryRecord = z.object({
  recovery: id,
  userId: z.int(),
  state: recoveryState,
  /** Contact of the applicant. */
  email: z.string(),
  documentType,
  submittedAt: epochMs,
});
export type RecoveryRecord = z.infer<typeof recoveryRecord>;

export const recoveriesRequest = z.strictObject({ pageIndex, pageSize });

export const recoveryDetail = recoveryRecord.extend({
  photos: z.array(uploadedPhoto),
  reason: z.string().nullable(),
  /** The account's verification; null if it has none, and then recovery is impossible. */
  verified: z
    .object({
      verification: id,
      name: z.string(),
      nationality: z.string(),
      documentType,
      documentNumber: z.string(),
      reviewedAt: epochMs.nullable(),
      photos: z.array(uploadedPhoto),
    })
    .nullable(),
  /** Masked addresses for notices to the owner. */
  bound: z.object({ email: z.string().nullable(), phone: z.string().nullable() }),
  factors: z.object({ authenticators: z.int(), passkeys: z.int() }),
  frozen: z.boolean(),
  settingsLockedUntil: epochMs.nullable(),
  /** Another account uses the new address. */
  emailTaken: z.boolean(),
});
export type RecoveryDetail = z.infer<typeof recoveryDetail>;

export const proposeRecoveryRequest = z.strictObject({ clientId, recovery: id });
export const declineRecoveryRequest = z.strictObject({ recovery: id, reason: reasonForUser });

export const RECOVERY_ROUTES = {
  begin: {
    method: 'POST',
    path: '/exchange/app/recovery/begin',
    summary: 'Ask to be let back into an account without password and factors; answers the same of every account',
    access: 'public',
    rate: 'codes',
    body: beginRecoveryRequest,
    failure: 'submit.failed',
    answer: recoveryBegun,
  },
  uploadPhoto: {
    method: 'POST',
    path: '/exchange/app/recovery/uploadPhoto',
    summary: `A photo of the document as the body: jpeg, png or bmp, at most 8 MB; the request in the header ${RECOVERY_HEADER}`,
    access: 'public',
    query: z.strictObject({ kind: photoKind }),
    upload: 'photo',
    answer: uploadedPhoto,
    rate: 'photos',
  },
  submit: {
    method: 'POST',
    path: '/exchange/app/recovery/submit',
    summary: 'Hand the request with its photos to staff; the owner is told at every address of the account',
    access: 'public',
    rate: 'logins',
    body: submitRecoveryRequest,
    failure: 'submit.failed',
    answer: z.null(),
  },
  finish: {
    method: 'POST',
    path: '/exchange/app/recovery/finish',
    summary: 'Set a new password by the link that was mailed when two of staff had agreed; factors and log-ins go',
    access: 'public',
    rate: 'logins',
    body: finishRecoveryRequest,
    answer: z.null(),
  },
  list: {
    method: 'POST',
    path: '/exchange/admin/recovery/list',
    summary: 'Requests to be let back in, the newest first',
    access: 'admin',
    right: 'verification',
    body: recoveriesRequest,
    answer: pageOf(recoveryRecord),
  },
  detail: {
    method: 'GET',
    path: '/exchange/admin/recovery/detail',
    summary: 'One request beside what the account was verified by',
    access: 'admin',
    right: 'verification',
    query: z.strictObject({ recovery: id }),
    answer: recoveryDetail,
  },
  photo: {
    method: 'GET',
    path: '/exchange/admin/recovery/photo',
    summary: 'A photo of a request, as a jpeg',
    access: 'admin',
    right: 'verification',
    query: photoQuery,
    answers: 'image/jpeg',
    answer: z.unknown(),
  },
  propose: {
    method: 'POST',
    path: '/exchange/admin/recovery/propose',
    summary: 'The documents are the owner’s: propose to let them back in, which a second of staff confirms',
    access: 'admin',
    right: 'verification',
    stepUp: true,
    body: proposeRecoveryRequest,
    answer: staffAnswer,
  },
  decline: {
    method: 'POST',
    path: '/exchange/admin/recovery/decline',
    summary: 'Turn a request down; the applicant is told nothing',
    access: 'admin',
    right: 'verification',
    body: declineRecoveryRequest,
    answer: z.null(),
  },
} as const satisfies Record<string, Route>;
