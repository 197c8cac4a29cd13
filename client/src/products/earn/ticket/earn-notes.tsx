import { useSelector } from 'react-redux';
import { TicketNote, UnverifiedNote } from '../../../kit/entities/order/ticket/ticket-note';
import { selectUser } from '../../../kit/entities/session/session-slice';
import type { Fault } from '../../../kit/api/envelope';
import { useServerWords } from '../../../kit/i18n/server-words';
import { useFaultWords } from '../../../kit/i18n/use-fault-words';
import { useTexts } from '../../../kit/i18n/use-texts';

interface EarnNotesProps {
  refusal: Fault | null;
  isOffline: boolean;
  available: string | null;
  asset: string;
}

/** Shows the most serious obstacle only. */
export function EarnNotes({ refusal, isOffline, available, asset }: EarnNotesProps) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const user = useSelector(selectUser);
  const faultWords = useFaultWords();
  if (isOffline) return <TicketNote kind="bad">{t('place.offline')}</TicketNote>;
  if (refusal) return <TicketNote kind="bad">{faultWords(refusal)}</TicketNote>;
  if (user?.frozen) return <TicketNote kind="warning">{serverText('code', 'account.frozen')}</TicketNote>;
  if (user && user.verification !== 'certified') return <UnverifiedNote />;
  return user && available === '0' ? <TicketNote kind="warning">{t('earn.nothing', { asset })}</TicketNote> : null;
}
