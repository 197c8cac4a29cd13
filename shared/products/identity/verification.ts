/**
 * Real-name verification. A user uploads photos one by one, each as the raw body of its own request, then submits them with name and
 * number. Staff approve or reject. Only staff can read the full number.
 */
import { z } from 'zod';
import {
  clientId,
  epochMs,
  id,
  pageIndex,
  pageOf,
  pageSize,
  reasonForUser,
  staffAnswer,
  textLine,
  userId,
} from '../../wire/fields';
import type { Route } from '../../wire/route';

const NAME_LENGTH_MAX = 80;
const NUMBER_LENGTH_MAX = 40;

/** As shown to the user: no valid submission, waiting for staff, rejected with a reason, verified. */
export const VERIFICATION_STATES = ['not_certified', 'under_review', 'failed', 'certified'] as const;
export const verificationState = z.enum(VERIFICATION_STATES);
export type VerificationState = z.infer<typeof verificationState>;

export const DOCUMENT_TYPES = ['id_card', 'passport'] as const;
export const documentType = z.enum(DOCUMENT_TYPES);
export type DocumentType = z.infer<typeof documentType>;

export const PHOTO_KINDS = ['front', 'back', 'hand_held'] as const;
export const photoKind = z.enum(PHOTO_KINDS);
export type PhotoKind = z.infer<typeof photoKind>;

/**
 * A passport has all data on its photo page; its cover proves nothing. The hand-held photo shows person and document.
 */
export const PHOTOS_NEEDED: Readonly<Record<DocumentType, readonly PhotoKind[]>> = {
  id_card: ['front', 'back', 'hand_held'],
  passport: ['front', 'hand_held'],
};

/** Content types of photo requests. `application/octet-stream` is accepted too, since the content decides. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/bmp'] as const;
export const PHOTO_BYTES_MAX = 8 * 1024 * 1024;
/** More than any phone camera. A single-colour picture with more pixels would fit into a few kilobytes. */
export const PHOTO_PIXELS_MAX = 50_000_000;
/** Pixels. Documents on smaller photos are unreadable. */
export const PHOTO_SIDE_MIN = 300;

/** Faults of a photo; also codes of answers. */
export const PHOTO_FAULTS = ['photo.unreadable', 'photo.too.small', 'photo.too.large', 'photo.blank'] as const;
export type PhotoFault = (typeof PHOTO_FAULTS)[number];

/** `uploadBookCheck` judges a photo and stores nothing. A fault is part of the answer and not an error. */
export const photoCheck = z.object({
  acceptable: z.boolean(),
  fault: z.enum(PHOTO_FAULTS).nullable(),
  /** Pixels; null unless the file is a picture. */
  width: z.int().nullable(),
  height: z.int().nullable(),
});
export type PhotoCheck = z.infer<typeof photoCheck>;

const photoId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{22}$/)
  .meta({ description: 'names an uploaded photo', example: 'Zk3vQ9r0T1yW2xB4nM5pLA' });

export const uploadedPhoto = z.object({ photo: photoId, kind: photoKind, width: z.int(), height: z.int() });
export type UploadedPhoto = z.infer<typeof uploadedPhoto>;

const country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .meta({ description: 'ISO 3166-1 alpha-2, in capitals', example: 'JP' });

/**
 * Without a document type the answer is `certificate.required`. If photos are missing, it is `picture.required` with
 * their kinds in `photos`. A photo replaced by a later upload of its kind counts as missing. Photos with the same
 * picture are `photo.repeated`, with their kinds.
 */
export const submitVerificationRequest = z.strictObject({
  name: textLine.min(1).max(NAME_LENGTH_MAX).meta({ description: 'as the document has it' }),
  /** Nationality by the document. It becomes the account's. */
  nationality: country,
  documentType: documentType.optional(),
  documentNumber: textLine.min(1).max(NUMBER_LENGTH_MAX),
  front: photoId.optional(),
  back: photoId.optional(),
  handHeld: photoId.optional(),
});
export type SubmitVerificationRequest = z.infer<typeof submitVerificationRequest>;

/** State of the user's own verification, by the newest submission if there is one. */
export const ownVerification = z.object({
  state: verificationState,
  /** Reason for the rejection. */
  reason: z.string().nullable(),
  name: z.string().nullable(),
  nationality: z.string().nullable(),
  documentType: documentType.nullable(),
  /** Masked except for its last four characters. */
  documentNumber: z.string().nullable(),
  submittedAt: epochMs.nullable(),
  reviewedAt: epochMs.nullable(),
});
export type OwnVerification = z.infer<typeof ownVerification>;

/** A submission in staff's list. */
export const verificationRecord = z.object({
  verification: id,
  userId: z.int(),
  state: verificationState.exclude(['not_certified']),
  name: z.string(),
  nationality: z.string(),
  documentType,
  submittedAt: epochMs,
  reviewedAt: epochMs.nullable(),
  /** Id of a member of staff. */
  reviewedBy: z.int().nullable(),
  reason: z.string().nullable(),
});
export type VerificationRecord = z.infer<typeof verificationRecord>;

/** Without a state, all states. Submissions under review are listed longest wait first, others newest first. */
export const verificationsRequest = z.strictObject({
  state: verificationState.exclude(['not_certified']).optional(),
  userId: userId.optional(),
  pageIndex,
  pageSize,
});

export const verificationDetail = verificationRecord.extend({
  documentNumber: z.string(),
  photos: z.array(uploadedPhoto),
  /** Other users who submitted a document of the same type, country and number. */
  sameDocument: z.array(z.int()),
  /** Earlier submissions of this user, newest first. */
  earlier: z.array(verificationRecord),
});
export type VerificationDetail = z.infer<typeof verificationDetail>;

export const verificationQuery = z.strictObject({ verification: id });
export const photoQuery = z.strictObject({ photo: photoId });
export const approveVerificationRequest = z.strictObject({ clientId, verification: id });
export const rejectVerificationRequest = z.strictObject({ verification: id, reason: reasonForUser });

export const VERIFICATION_ROUTES = {
  own: {
    method: 'GET',
    path: '/exchange/app/verification/state',
    summary: 'How the own verification stands',
    access: 'user',
    answer: ownVerification,
  },
  uploadBookCheck: {
    method: 'POST',
    path: '/exchange/api/oms/uploadBookInfo/uploadBookCheck',
    summary: 'Would this photo do? The body is the photo: jpeg, png or bmp, at most 8 MB. Nothing is kept',
    access: 'user',
    upload: 'photo',
    answer: photoCheck,
    rate: 'photos',
  },
  uploadPhoto: {
    method: 'POST',
    path: '/exchange/app/verification/uploadPhoto',
    summary: 'Upload one photo as the body: jpeg, png or bmp, at most 8 MB; replaces an unsubmitted one of its kind',
    access: 'user',
    query: z.strictObject({ kind: photoKind }),
    upload: 'photo',
    answer: uploadedPhoto,
    rate: 'photos',
  },
  submit: {
    method: 'POST',
    path: '/exchange/app/verification/submit',
    summary: 'Submit name, document and its photos for review; an ID card needs all three photos, a passport no back',
    access: 'user',
    body: submitVerificationRequest,
    failure: 'submit.failed',
    answer: ownVerification,
  },
  list: {
    method: 'POST',
    path: '/exchange/admin/verification/list',
    summary: 'Submissions of all users or of one',
    access: 'admin',
    right: 'verification',
    body: verificationsRequest,
    answer: pageOf(verificationRecord),
  },
  detail: {
    method: 'GET',
    path: '/exchange/admin/verification/detail',
    summary: 'One submission with what it takes to judge it',
    access: 'admin',
    right: 'verification',
    query: verificationQuery,
    answer: verificationDetail,
  },
  photo: {
    method: 'GET',
    path: '/exchange/admin/verification/photo',
    summary: 'A photo of a submission, as a jpeg',
    access: 'admin',
    right: 'verification',
    query: photoQuery,
    answers: 'image/jpeg',
    answer: z.unknown(),
  },
  approve: {
    method: 'POST',
    path: '/exchange/admin/verification/approve',
    summary: 'The document is genuine and theirs: the user may trade; nobody approves their own',
    access: 'admin',
    right: 'verification',
    body: approveVerificationRequest,
    answer: staffAnswer,
  },
  reject: {
    method: 'POST',
    path: '/exchange/admin/verification/reject',
    summary: 'Send a submission back with the reason, which the user reads',
    access: 'admin',
    right: 'verification',
    body: rejectVerificationRequest,
    answer: z.null(),
  },
} as const satisfies Record<string, Route>;
