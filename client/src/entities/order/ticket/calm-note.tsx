import { useTexts } from '../../../shared/i18n/use-texts';
import { TicketNote } from './ticket-note';

/** Shown when an order can be sent. While data is polled it warns that prices may be some seconds old. */
export function CalmNote({ isPolled }: { isPolled: boolean }) {
  const { say } = useTexts();
  return isPolled ? <TicketNote kind="warning">{say('place.polled')}</TicketNote> : <TicketNote />;
}
