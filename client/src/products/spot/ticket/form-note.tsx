import { memo } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import { selectIsPolled } from '../../../kit/entities/connection/connection-slice';
import { PollingNote } from '../../../kit/entities/order/ticket/polling-note';
import { PriceFarWarning } from '../../../kit/entities/order/ticket/price-far-warning';
import type { OrderBlock } from '../../../kit/entities/order/ticket/order-block';
import { TicketNote } from '../../../kit/entities/order/ticket/ticket-note';
import type { Fault } from '../../../kit/api/envelope';
import { useFaultWords } from '../../../kit/i18n/use-fault-words';
import { useServerWords } from '../../../kit/i18n/server-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import type { Draft } from './draft';
import { spotTicket } from './spot-ticket';
import { useMarketValue, type MarketContext } from './use-market-context';

interface FormNoteProps {
  refusal: Fault | null;
  isOffline: boolean;
  block: OrderBlock | null;
  /** Asset that the order spends. */
  asset: string;
  marketContext: MarketContext;
  draft: Draft;
}

/** One note at a time, the most severe first, in reserved space. */
export function FormNote({ refusal, isOffline, block, asset, marketContext, draft }: FormNoteProps) {
  const { t } = useTexts();
  const faultWords = useFaultWords();
  const isPolled = useSelector(selectIsPolled);
  const warning = useMarketValue(marketContext, (context) => spotTicket.warning(draft, context));
  if (isOffline) return <TicketNote kind="bad">{t('place.offline')}</TicketNote>;
  if (refusal) return <TicketNote kind="bad">{faultWords(refusal)}</TicketNote>;
  if (block) return <OrderBlockNote hindrance={block} asset={asset} />;
  if (!warning) return <PollingNote isPolled={isPolled} />;
  return (
    <TicketNote kind="warning">
      <PriceFarWarning warning={warning} market={marketContext.market} />
    </TicketNote>
  );
}

/** With a link to the page that resolves it. */
const OrderBlockNote = memo(function HindranceNote({
  hindrance: block,
  asset,
}: {
  hindrance: OrderBlock;
  asset: string;
}) {
  const { t } = useTexts();
  const serverText = useServerWords();
  return (
    <TicketNote kind="warning">
      {block === 'nothing'
        ? t('place.nothing', { asset })
        : serverText('code', block === 'short' ? 'balance.insufficient' : block)}{' '}
      {block === 'account.not.authenticated' && <Link to="/accountSet/realName">{t('place.verify')}</Link>}
      {(block === 'nothing' || block === 'short') && (
        <Link to={`/accountSet/recharge?asset=${encodeURIComponent(asset)}`}>{t('wallet.menu.recharge')}</Link>
      )}
    </TicketNote>
  );
});
