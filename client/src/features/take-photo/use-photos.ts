import { useEffect, useRef, useState } from 'react';
import type { PhotoCheck, PhotoKind, UploadedPhoto } from '../../../../shared/products/identity/verification';
import { wordsOf, type Fault, type Words } from '../../shared/api/envelope';
import { useServerWords } from '../../shared/i18n/server-words';
import type { PhotoState, Photos } from './photo-state';
import { useObjections } from './use-objections';

export interface PhotoDesk {
  photos: Photos;
  /** Looks at the file here, has the exchange look at it, and only then hands it over. */
  choose: (kind: PhotoKind, file: Blob) => Promise<void>;
}

type Asked<T> = Promise<{ data?: T; error?: Fault }>;

export interface PhotoHands {
  /** Whether the exchange would take it; absent where it says so when it is handed over. */
  check?: (photo: Blob) => Asked<PhotoCheck>;
  upload: (kind: PhotoKind, photo: Blob) => Asked<UploadedPhoto>;
}

export function usePhotos({ check, upload }: PhotoHands): PhotoDesk {
  const words = useServerWords();
  const objectionTo = useObjections();
  const [photos, setPhotos] = useState<Photos>({});
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

    const objection = await objectionTo(file);
    if (objection !== null) return refuse({ text: objection });
    const preview = URL.createObjectURL(file);
    previews.current.add(preview);
    if (check) {
      become({ phase: 'checking', preview });
      const { data: judged, error: unjudged } = await check(file);
      if (!judged) return refuse(wordsOf(unjudged ?? {}));
      if (!judged.acceptable) return refuse({ text: words('code', judged.fault ?? 'photo.unreadable') });
    }
    become({ phase: 'uploading', preview });
    const { data: stored, error } = await upload(kind, file);
    if (!stored) return refuse(wordsOf(error ?? {}));
    become({ phase: 'stored', preview, photo: stored.photo });
  };
  return { photos, choose };
}
