import { useCallback } from 'react';
import { fillPlaceholders } from '../../../../shared/wire/fill';
import { useServerWords } from '../i18n/server-words';
import { useTexts } from '../i18n/use-texts';
import { photoFaultOf, sidesOf } from './photo-rules';

/** Checks a photo before upload. Returns the server's text for the fault, or null. */
export function usePhotoFaults(): (file: Blob) => Promise<string | null> {
  const serverText = useServerWords();
  const { numbers } = useTexts();
  return useCallback(
    async (file) => {
      const objection = await photoFaultOf(file, sidesOf);
      if (!objection) return null;
      const { code, facts: values } = objection;
      const sizes = Object.entries<number>(values ?? {}).map(([name, bytes]) => [name, numbers.bytes(bytes)] as const);
      return fillPlaceholders(serverText('code', code), Object.fromEntries(sizes));
    },
    [serverText, numbers],
  );
}
