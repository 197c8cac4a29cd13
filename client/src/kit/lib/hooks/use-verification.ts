import { useEffect, useState } from 'react';

/** Result of the check; null while it runs, `failed` if the browser cannot run it. */
export function useVerification<Given, Verdict>(
  input: Given,
  verify: (input: Given) => Promise<Verdict>,
): Verdict | 'failed' | null {
  const [verdict, setVerdict] = useState<Verdict | 'failed' | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const applyVerdict = (found: Verdict | 'failed') => {
      if (isCurrent) setVerdict(() => found);
    };
    // Browsers offer hashing only on secure pages.
    verify(input).then(applyVerdict, () => applyVerdict('failed'));
    return () => {
      isCurrent = false;
    };
  }, [input, verify]);
  return verdict;
}
