import { useTexts } from '../../../i18n/use-texts';
import { TicketNote } from './ticket-note';

/** Shown when an order can be sent. While data is polled it warns that prices may be some seconds old. */
export function PollingNote({ isPolled }: { isPolled: boolean }) {
  const { t } = useTexts();
  return isPolled ? <TicketNote kind="warning">{t('place.polled')}</TicketNote> : <TicketNote />;
}
