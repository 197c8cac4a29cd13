import { useEffect, useState } from 'react';
import { useStore } from 'react-redux';
import type { Fault } from '../../kit/api/envelope';
import { fileOf } from '../../kit/api/file';

export type Photo = { phase: 'loading' } | { phase: 'there'; address: string } | { phase: 'missing'; error: Fault };

const LOADING: Photo = { phase: 'loading' };

/** Loads a photo that only staff may see. Its memory is released on unmount. */
export function usePhoto(source: string): [Photo, () => void] {
  const store = useStore();
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<{ key: string; photo: Photo }>({ key: '', photo: LOADING });
  const key = `${attempt} ${source}`;
  useEffect(() => {
    const leaving = new AbortController();
    let address: string | undefined;
    void fileOf(store, source, leaving.signal).then((answer) => {
      if (leaving.signal.aborted) return;
      if ('error' in answer) return setLoaded({ key, photo: { phase: 'missing', error: answer.error } });
      address = URL.createObjectURL(answer.file);
      setLoaded({ key, photo: { phase: 'there', address } });
    });
    return () => {
      leaving.abort();
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, [store, source, key]);
  return [loaded.key === key ? loaded.photo : LOADING, () => setAttempt(attempt + 1)];
}
