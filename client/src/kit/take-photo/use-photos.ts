import { useEffect, useRef, useState } from 'react';
import type { PhotoCheck, PhotoKind, UploadedPhoto } from '../../../../shared/products/identity/verification';
import { faultMessage, type Fault, type Words } from '../api/envelope';
import { useServerWords } from '../i18n/server-words';
import type { PhotoState, Photos } from './photo-state';
import { usePhotoFaults } from './use-photo-faults';

export interface PhotoUploads {
  photos: Photos;
  /** Checks the file locally, then at the server, and then uploads it. */
  choose: (kind: PhotoKind, file: Blob) => Promise<void>;
}

type Asked<T> = Promise<{ data?: T; error?: Fault }>;

export interface PhotoRequests {
  /** Asks the server whether it would accept the photo. Absent if the upload itself answers that. */
  check?: (photo: Blob) => Asked<PhotoCheck>;
  upload: (kind: PhotoKind, photo: Blob) => Asked<UploadedPhoto>;
}

export function usePhotos({ check, upload }: PhotoRequests): PhotoUploads {
  const serverText = useServerWords();
  const objectionTo = usePhotoFaults();
  const [photos, setPhotos] = useState<Photos>({});
  /** Number of the latest choice per kind; results of earlier choices are ignored. */
  const choiceNumbers = useRef<Partial<Record<PhotoKind, number>>>({});
  const previews = useRef(new Set<string>());
  useEffect(() => {
    const previewUrls = previews.current;
    return () => previewUrls.forEach((preview) => URL.revokeObjectURL(preview));
  }, []);

  const choose = async (kind: PhotoKind, file: Blob) => {
    const choiceNumber = (choiceNumbers.current[kind] ?? 0) + 1;
    choiceNumbers.current[kind] = choiceNumber;
    const become = (state: PhotoState) => {
      if (choiceNumbers.current[kind] === choiceNumber) setPhotos((others) => ({ ...others, [kind]: state }));
    };
    const refuse = (reason: Words) => become({ phase: 'refused', message: reason });

    const objection = await objectionTo(file);
    if (objection !== null) return refuse({ text: objection });
    const preview = URL.createObjectURL(file);
    previews.current.add(preview);
    if (check) {
      become({ phase: 'checking', preview });
      const { data: judged, error: unjudged } = await check(file);
      if (!judged) return refuse(faultMessage(unjudged ?? {}));
      if (!judged.acceptable) return refuse({ text: serverText('code', judged.fault ?? 'photo.unreadable') });
    }
    become({ phase: 'uploading', preview });
    const { data: stored, error } = await upload(kind, file);
    if (!stored) return refuse(faultMessage(error ?? {}));
    become({ phase: 'stored', preview, photo: stored.photo });
  };
  return { photos, choose };
}
