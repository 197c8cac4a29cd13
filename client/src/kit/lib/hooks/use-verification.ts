import { useEffect, useState } from 'react';

/** Result of the check; null while it runs, `failed` if the browser cannot run it. */
export function useVerification<Given, Verdict>(
  given: Given,
  verify: (given: Given) => Promise<Verdict>,
): Verdict | 'failed' | null {
  const [verdict, setVerdict] = useState<Verdict | 'failed' | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const tell = (found: Verdict | 'failed') => {
      if (isCurrent) setVerdict(() => found);
    };
    // Browsers offer hashing only on secure pages.
    verify(given).then(tell, () => tell('failed'));
    return () => {
      isCurrent = false;
    };
  }, [given, verify]);
  return verdict;
}
