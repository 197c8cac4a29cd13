import type { Fault } from '../../api/envelope';
import { useTexts } from '../../i18n/use-texts';
import { Faulty } from './faulty';
import { Note } from './note';

/** Placeholder of content: loading, or a fault with a retry. */
export function Waiting({ error, onRetry }: { error: Fault | undefined; onRetry: () => unknown }) {
  const { t } = useTexts();
  if (error) return <Faulty error={error} onRetry={() => void onRetry()} />;
  return <Note kind="loading" text={t('page.loading')} />;
}
