import { useServerWords } from '../../shared/i18n/server-words';

/** Why something ended: a code where the exchange decided, words as they are where staff wrote them. */
export function useReasonWords(): (reason: string) => string {
  const words = useServerWords();
  return (reason) => words('code', reason) || reason;
}
