/** Upload state of each photo of a document. */
import { PHOTOS_NEEDED, type DocumentType, type PhotoKind } from '../../../../shared/products/identity/verification';
import type { Words } from '../api/envelope';

export type PhotoState =
  | { phase: 'checking' | 'uploading'; preview: string }
  | { phase: 'refused'; message: Words }
  /** `photo` is the server's id. */
  | { phase: 'stored'; preview: string; photo: string };

export type Photos = Readonly<Partial<Record<PhotoKind, PhotoState>>>;

/** Kinds without an uploaded photo. */
export function photosMissing(documentType: DocumentType, photos: Photos): PhotoKind[] {
  return PHOTOS_NEEDED[documentType].filter((kind) => photos[kind]?.phase !== 'stored');
}
