/** What became of each photo of a document. */
import { PHOTOS_NEEDED, type DocumentType, type PhotoKind } from '../../../../shared/products/identity/verification';
import type { Words } from '../../shared/api/envelope';

export type PhotoState =
  | { phase: 'checking' | 'uploading'; preview: string }
  | { phase: 'refused'; words: Words }
  /** `photo` names it on the server. */
  | { phase: 'stored'; preview: string; photo: string };

export type Photos = Readonly<Partial<Record<PhotoKind, PhotoState>>>;

/** Kinds that are still to come. */
export function photosMissing(documentType: DocumentType, photos: Photos): PhotoKind[] {
  return PHOTOS_NEEDED[documentType].filter((kind) => photos[kind]?.phase !== 'stored');
}
