/** Who proved their name and with what, and what staff may do and did, row by row. */
import type { StaffRight } from '../../../shared/rules/staff-rights';
import type { DocumentType, PhotoKind } from '../../../shared/products/identity/verification';

/** `approving` while the exchange is being told: shown as under review, and not to be rejected any more. */
export type VerificationStatus = 'under_review' | 'approving' | 'failed' | 'certified';

export interface VerificationRow {
  id: number;
  userId: number;
  status: VerificationStatus;
  /** Sealed for `verification/<user>`; so is the number. */
  sealedName: string;
  nationality: string;
  documentType: DocumentType;
  sealedNumber: string;
  /** Keyed hash of type, country and number: equal for equal documents, and nothing to who has no key. */
  documentMac: string;
  /** Keyed hash of the name; null until the first start of a program that knows it. */
  nameMac: string | null;
  submittedAt: number;
  reviewedAt: number | null;
  /** Staff. */
  reviewedBy: number | null;
  reason: string | null;
}

/** A document that verifies somebody, and whom: nobody else from then on. */
export interface VerifiedDocumentRow {
  documentMac: string;
  userId: number;
}

export interface PhotoRow {
  /** 128 random bits, base64url. */
  id: string;
  userId: number;
  kind: PhotoKind;
  width: number;
  height: number;
  uploadedAt: number;
  /** 0 until its file is durable, and again once it is to go or gone. */
  isStored: number;
  /** The submission it belongs to; null until there is one. */
  verificationId: number | null;
}

export interface StaffRightRow {
  userId: number;
  right: StaffRight;
}

export interface StaffLogRow {
  id: number;
  at: number;
  staffId: number;
  role: 'admin' | 'auditor';
  ip: string;
  /** The path below `/exchange/`. */
  action: string;
  isLookUp: number;
  /** `withdrawal/42`. */
  target: string | null;
  userId: number | null;
  reason: string | null;
  /** JSON. */
  facts: string;
  /** A code of answers; null while, or if ever after, it is not known. */
  outcome: string | null;
  position: number | null;
}

export interface VerificationTables {
  verifications: VerificationRow;
  verifiedDocuments: VerifiedDocumentRow;
  photos: PhotoRow;
  staffRights: StaffRightRow;
  staffLog: StaffLogRow;
}
