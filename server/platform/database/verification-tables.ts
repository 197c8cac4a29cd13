/** Tables of identity verification, and of staff rights and staff actions. */
import type { StaffRight } from '../../../shared/rules/staff-rights';
import type { DocumentType, PhotoKind } from '../../../shared/products/identity/verification';

/** `approving` while the approval is sent to the exchange: shown as under review, and can no longer be rejected. */
export type VerificationStatus = 'under_review' | 'approving' | 'failed' | 'certified';

export interface VerificationRow {
  id: number;
  userId: number;
  status: VerificationStatus;
  /** Encrypted for `verification/<user>`, like the number. */
  sealedName: string;
  nationality: string;
  documentType: DocumentType;
  sealedNumber: string;
  /** Keyed hash of type, country and number: equal for equal documents, meaningless without the key. */
  documentMac: string;
  /** Keyed hash of the name; null for older rows until the next start. */
  nameMac: string | null;
  submittedAt: number;
  reviewedAt: number | null;
  /** Staff user id. */
  reviewedBy: number | null;
  reason: string | null;
}

/** A document that verified a user; it can verify no one else. */
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
  /** 0 until its file is durable, and again when it is to be deleted or gone. */
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
  /** An answer code; null while unknown, possibly forever. */
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
