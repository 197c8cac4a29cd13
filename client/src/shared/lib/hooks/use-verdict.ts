import { useEffect, useState } from 'react';

/** What the check found; null while it is under way, `failed` where the browser has no means to make it. */
export function useVerdict<Given, Verdict>(
  given: Given,
  verify: (given: Given) => Promise<Verdict>,
): Verdict | 'failed' | null {
  const [verdict, setVerdict] = useState<Verdict | 'failed' | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const tell = (found: Verdict | 'failed') => {
      if (isCurrent) setVerdict(() => found);
    };
    // Browsers have no hash to offer where the page came over an open connection.
    verify(given).then(tell, () => tell('failed'));
    return () => {
      isCurrent = false;
    };
  }, [given, verify]);
  return verdict;
}
