/** What a submission is made of while it is being put together. */
import {
  PHOTOS_NEEDED,
  type DocumentType,
  type PhotoKind,
  type SubmitVerificationRequest,
} from '../../../../shared/wire/verification';
import type { Words } from '../../shared/api/envelope';

export interface DocumentDraft {
  name: string;
  nationality: string;
  documentType: DocumentType;
  documentNumber: string;
}

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

const FIELD_OF = { front: 'front', back: 'back', hand_held: 'handHeld' } as const;

export function submissionOf(draft: DocumentDraft, photos: Photos): SubmitVerificationRequest {
  const stored = PHOTOS_NEEDED[draft.documentType].flatMap((kind) => {
    const photo = photos[kind];
    return photo?.phase === 'stored' ? [[FIELD_OF[kind], photo.photo]] : [];
  });
  return {
    name: draft.name.trim(),
    nationality: draft.nationality,
    documentType: draft.documentType,
    documentNumber: draft.documentNumber.trim(),
    ...(Object.fromEntries(stored) as Pick<SubmitVerificationRequest, 'front' | 'back' | 'handHeld'>),
  };
}
