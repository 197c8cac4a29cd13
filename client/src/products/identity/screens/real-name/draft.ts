import {
  PHOTOS_NEEDED,
  type DocumentType,
  type SubmitVerificationRequest,
} from '../../../../../../shared/products/identity/verification';
import type { Photos } from '../../../../kit/take-photo/photo-state';

export interface DocumentDraft {
  name: string;
  nationality: string;
  documentType: DocumentType;
  documentNumber: string;
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
