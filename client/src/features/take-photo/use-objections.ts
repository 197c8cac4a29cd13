import { useCallback } from 'react';
import { fill } from '../../../../shared/wire/fill';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { objectionTo, sidesOf } from './photo-rules';

/** Checks a photo before it is sent. Returns the server's own text of the fault, or null. */
export function useObjections(): (file: Blob) => Promise<string | null> {
  const words = useServerWords();
  const { numbers } = useTexts();
  return useCallback(
    async (file) => {
      const objection = await objectionTo(file, sidesOf);
      if (!objection) return null;
      const { code, facts } = objection;
      const sizes = Object.entries<number>(facts ?? {}).map(([name, bytes]) => [name, numbers.bytes(bytes)] as const);
      return fill(words('code', code), Object.fromEntries(sizes));
    },
    [words, numbers],
  );
}
