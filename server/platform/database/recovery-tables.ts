/** Recovery requests of people who lost password and factors, and their photos. */
import type { Language } from '../../../shared/wire/languages';
import type { DocumentType, PhotoKind } from '../../../shared/products/identity/verification';

export interface RecoveryRow {
  id: number;
  /** Null if no account matches: the request then proceeds like others, but nobody sees it. */
  userId: number | null;
  /** SHA-256 of the token that identifies the request to its author. */
  tokenHash: string;
  /** Contact address of the applicant. */
  email: string;
  language: Language;
  begunAt: number;
  documentType: DocumentType | null;
  submittedAt: number | null;
  /** `granted`: in effect, and over once a new password is set. */
  status: 'begun' | 'waiting' | 'declined' | 'granted' | 'finished';
  endedAt: number | null;
  declinedBy: number | null;
  reason: string | null;
  /** SHA-256 of the link that sets the new password. */
  linkHash: string | null;
  linkExpiresAt: number | null;
}

export interface RecoveryPhotoRow {
  id: string;
  recoveryId: number;
  kind: PhotoKind;
  width: number;
  height: number;
  uploadedAt: number;
}

export interface RecoveryTables {
  recoveries: RecoveryRow;
  recoveryPhotos: RecoveryPhotoRow;
}
