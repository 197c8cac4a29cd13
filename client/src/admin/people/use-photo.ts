import { useEffect, useState } from 'react';
import { useStore } from 'react-redux';
import type { Fault } from '../../kit/api/envelope';
import { fileOf } from '../../kit/api/file';

export type Photo = { phase: 'loading' } | { phase: 'there'; address: string } | { phase: 'missing'; fault: Fault };

const LOADING: Photo = { phase: 'loading' };

/** Loads a photo that only staff may see. Its memory is released on unmount. */
export function usePhoto(source: string): [Photo, () => void] {
  const store = useStore();
  const [attempt, setAttempt] = useState(0);
  const [known, setKnown] = useState<{ key: string; photo: Photo }>({ key: '', photo: LOADING });
  const key = `${attempt} ${source}`;
  useEffect(() => {
    const leaving = new AbortController();
    let address: string | undefined;
    void fileOf(store, source, leaving.signal).then((answer) => {
      if (leaving.signal.aborted) return;
      if ('error' in answer) return setKnown({ key, photo: { phase: 'missing', fault: answer.error } });
      address = URL.createObjectURL(answer.file);
      setKnown({ key, photo: { phase: 'there', address } });
    });
    return () => {
      leaving.abort();
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, [store, source, key]);
  return [known.key === key ? known.photo : LOADING, () => setAttempt(attempt + 1)];
}
