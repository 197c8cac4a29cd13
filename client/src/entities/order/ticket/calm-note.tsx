import { useTexts } from '../../../shared/i18n/use-texts';
import { TicketNote } from './ticket-note';

/** Where nothing else stands in the way: an order can be sent, though by prices that may be some seconds old while they are polled. */
export function CalmNote({ isPolled }: { isPolled: boolean }) {
  const { say } = useTexts();
  return isPolled ? <TicketNote kind="warning">{say('place.polled')}</TicketNote> : <TicketNote />;
}
