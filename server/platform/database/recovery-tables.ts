/** Requests of people who lost password and factors, and the photos that came with them, row by row. */
import type { Language } from '../../../shared/wire/languages';
import type { DocumentType, PhotoKind } from '../../../shared/products/identity/verification';

export interface RecoveryRow {
  id: number;
  /** Null where nobody has the account that was named: such a request goes as others do, and nobody sees it. */
  userId: number | null;
  /** SHA-256 of what names the request to whoever began it. */
  tokenHash: string;
  /** Where they are reached. */
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
