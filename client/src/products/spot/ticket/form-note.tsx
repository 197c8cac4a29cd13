import { memo } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import { selectIsPolled } from '../../../entities/connection/connection-slice';
import { CalmNote } from '../../../entities/order/ticket/calm-note';
import { FarWords } from '../../../entities/order/ticket/far-words';
import type { Hindrance } from '../../../entities/order/ticket/hindrance';
import { TicketNote } from '../../../entities/order/ticket/ticket-note';
import type { Fault } from '../../../shared/api/envelope';
import { useFaultWords } from '../../../shared/i18n/use-fault-words';
import { useServerWords } from '../../../shared/i18n/server-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import type { Draft } from './draft';
import { spotTicket } from './spot-ticket';
import { useOfMarket, type Surroundings } from './use-market-now';

interface FormNoteProps {
  refusal: Fault | null;
  isOffline: boolean;
  hindrance: Hindrance | null;
  /** What the order spends. */
  asset: string;
  around: Surroundings;
  draft: Draft;
}

/** One thing at a time, the gravest first, in room that is kept for it. */
export function FormNote({ refusal, isOffline, hindrance, asset, around, draft }: FormNoteProps) {
  const { say } = useTexts();
  const faultWords = useFaultWords();
  const isPolled = useSelector(selectIsPolled);
  const warning = useOfMarket(around, (context) => spotTicket.warning(draft, context));
  if (isOffline) return <TicketNote kind="bad">{say('place.offline')}</TicketNote>;
  if (refusal) return <TicketNote kind="bad">{faultWords(refusal)}</TicketNote>;
  if (hindrance) return <HindranceNote hindrance={hindrance} asset={asset} />;
  if (!warning) return <CalmNote isPolled={isPolled} />;
  return (
    <TicketNote kind="warning">
      <FarWords warning={warning} market={around.market} />
    </TicketNote>
  );
}

/** And where one goes to be rid of it. */
const HindranceNote = memo(function HindranceNote({ hindrance, asset }: { hindrance: Hindrance; asset: string }) {
  const { say } = useTexts();
  const words = useServerWords();
  return (
    <TicketNote kind="warning">
      {hindrance === 'nothing'
        ? say('place.nothing', { asset })
        : words('code', hindrance === 'short' ? 'balance.insufficient' : hindrance)}{' '}
      {hindrance === 'account.not.authenticated' && <Link to="/accountSet/realName">{say('place.verify')}</Link>}
      {(hindrance === 'nothing' || hindrance === 'short') && (
        <Link to={`/accountSet/recharge?asset=${encodeURIComponent(asset)}`}>{say('wallet.menu.recharge')}</Link>
      )}
    </TicketNote>
  );
});
