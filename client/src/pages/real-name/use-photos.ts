import { useEffect, useRef, useState } from 'react';
import type { PhotoKind } from '../../../../shared/wire/verification';
import { useCheckPhotoMutation, useUploadPhotoMutation } from '../../entities/verification/verification-api';
import { wordsOf, type Words } from '../../shared/api/envelope';
import { useServerWords } from '../../shared/i18n/server-words';
import type { PhotoState, Photos } from './draft';
import { objectionTo, sidesOf } from './photo-rules';

export interface PhotoDesk {
  photos: Photos;
  /** Looks at the file here, has the exchange look at it, and only then hands it over. */
  choose: (kind: PhotoKind, file: Blob) => Promise<void>;
}

export function usePhotos(): PhotoDesk {
  const words = useServerWords();
  const [photos, setPhotos] = useState<Photos>({});
  const [check] = useCheckPhotoMutation();
  const [upload] = useUploadPhotoMutation();
  /** Which choice of a kind is the last one: what became of earlier ones no longer matters. */
  const turn = useRef<Partial<Record<PhotoKind, number>>>({});
  const previews = useRef(new Set<string>());
  useEffect(() => {
    const made = previews.current;
    return () => made.forEach((preview) => URL.revokeObjectURL(preview));
  }, []);

  const choose = async (kind: PhotoKind, file: Blob) => {
    const own = (turn.current[kind] ?? 0) + 1;
    turn.current[kind] = own;
    const become = (state: PhotoState) => {
      if (turn.current[kind] === own) setPhotos((others) => ({ ...others, [kind]: state }));
    };
    const refuse = (reason: Words) => become({ phase: 'refused', words: reason });

    const objection = await objectionTo(file, sidesOf);
    if (objection) return refuse('key' in objection ? objection : { text: words('code', objection.code) });
    const preview = URL.createObjectURL(file);
    previews.current.add(preview);
    become({ phase: 'checking', preview });
    const { data: judged, error: unjudged } = await check(file);
    if (unjudged) return refuse(wordsOf(unjudged));
    if (!judged.acceptable) return refuse({ text: words('code', judged.fault ?? 'photo.unreadable') });
    become({ phase: 'uploading', preview });
    const { data: stored, error } = await upload({ kind, photo: file });
    if (error) return refuse(wordsOf(error));
    become({ phase: 'stored', preview, photo: stored.photo });
  };
  return { photos, choose };
}
