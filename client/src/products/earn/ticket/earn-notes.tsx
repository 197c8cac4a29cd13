import { useSelector } from 'react-redux';
import { TicketNote, UnverifiedNote } from '../../../entities/order/ticket/ticket-note';
import { selectUser } from '../../../entities/session/session-slice';
import type { Fault } from '../../../shared/api/envelope';
import { useServerWords } from '../../../shared/i18n/server-words';
import { useFaultWords } from '../../../shared/i18n/use-fault-words';
import { useTexts } from '../../../shared/i18n/use-texts';

interface EarnNotesProps {
  refusal: Fault | null;
  isOffline: boolean;
  available: string | null;
  asset: string;
}

/** What stands in the way: one thing at a time, the gravest first. */
export function EarnNotes({ refusal, isOffline, available, asset }: EarnNotesProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const user = useSelector(selectUser);
  const faultWords = useFaultWords();
  if (isOffline) return <TicketNote kind="bad">{say('place.offline')}</TicketNote>;
  if (refusal) return <TicketNote kind="bad">{faultWords(refusal)}</TicketNote>;
  if (user?.frozen) return <TicketNote kind="warning">{words('code', 'account.frozen')}</TicketNote>;
  if (user && user.verification !== 'certified') return <UnverifiedNote />;
  return user && available === '0' ? <TicketNote kind="warning">{say('earn.nothing', { asset })}</TicketNote> : null;
}
