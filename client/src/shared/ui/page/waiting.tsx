import type { Fault } from '../../api/envelope';
import { useTexts } from '../../i18n/use-texts';
import { Faulty } from './faulty';
import { Note } from './note';

/** Where content will be: that it is on its way, or why it did not come, and another try. */
export function Waiting({ error, onRetry }: { error: Fault | undefined; onRetry: () => unknown }) {
  const { say } = useTexts();
  if (error) return <Faulty fault={error} onRetry={() => void onRetry()} />;
  return <Note kind="loading" text={say('page.loading')} />;
}
