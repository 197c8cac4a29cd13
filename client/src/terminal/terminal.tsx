import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { OrderState } from '../../../shared/wire/market-data';
import type { MarketRecord } from '../../../shared/wire/product';
import { useMarketsQuery, MARKETS_POLL } from '../entities/market/market-api';
import type { OrderSide } from '../entities/order/order-terms';
import { DraggedOrder } from '../features/manage-orders/dragged-order';
import { SKIP_CONFIRMATION_KEY } from '../features/place-order/skip-confirmation';
import { useTicket } from '../features/place-order/ticket';
import { wordsOf } from '../shared/api/envelope';
import { useTexts } from '../shared/i18n/use-texts';
import { useKeptSwitch } from '../shared/lib/kept';
import { useInterest } from '../shared/stream/interest';
import { Button } from '../shared/ui/button';
import { Note } from '../shared/ui/note';
import { Desk } from './desk';
import { Phone } from './phone';
import { useScreenKeys } from '../shared/lib/own-keys';
import { useMedia } from '../shared/lib/use-media';
import type { ScreenParts } from './trade-parts';
import { PriceInTitle } from './price-in-title';

/** Where somebody lands who has named no market. */
const MARKET_DEFAULT = 'BTC-USDT';
const DESK = '(min-width: 64rem)';

export function TradePage() {
  const { say } = useTexts();
  const { data: markets, error, refetch } = useMarketsQuery(undefined, MARKETS_POLL);
  const [query, setQuery] = useSearchParams();
  const wanted = query.get('market') ?? MARKET_DEFAULT;
  const market = markets?.find(({ name }) => name === wanted) ?? (query.has('market') ? undefined : markets?.[0]);
  const choose = useCallback(
    (name: string) =>
      setQuery(
        (known) => {
          known.set('market', name);
          return known;
        },
        { preventScrollReset: true },
      ),
    [setQuery],
  );
  if (market) return <TradeScreen key={market.name} market={market} onChoose={choose} />;
  if (markets?.[0]) {
    return (
      <Note
        kind="error"
        text={say('trade.unknown_market', { market: wanted })}
        action={<Button onClick={() => choose(markets[0].name)}>{markets[0].label}</Button>}
      />
    );
  }
  if (markets) return <Note kind="empty" text={say('markets.empty')} />;
  if (!error) return <Note kind="loading" text={say('page.loading')} />;
  const words = wordsOf(error);
  return (
    <Note
      kind="error"
      text={'text' in words ? words.text : say(words.key)}
      action={<Button onClick={() => void refetch()}>{say('page.retry')}</Button>}
    />
  );
}

interface TradeScreenProps {
  market: MarketRecord;
  onChoose: (market: string) => void;
}

function TradeScreen({ market, onChoose }: TradeScreenProps) {
  const isDesk = useMedia(DESK);
  const [side, setSide] = useState<OrderSide>('buy');
  const ticket = useTicket(market);
  const [dragged, setDragged] = useState<{ order: OrderState; price: string } | null>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [asked, setAsked] = useState({ searches: 0, entries: 0 });
  const [isSkipped] = useKeptSwitch(SKIP_CONFIRMATION_KEY);

  useInterest({ channel: 'depth', market: market.name });
  useInterest({ channel: 'trade', market: market.name });
  useInterest({ channel: 'index', market: market.name });

  const enter = (next: OrderSide) => () => {
    setSide(next);
    setAsked(({ searches, entries }) => ({ searches, entries: entries + 1 }));
  };
  useScreenKeys({
    search: () => setAsked(({ searches, entries }) => ({ searches: searches + 1, entries })),
    buy: enter('buy'),
    sell: enter('sell'),
    help: () => setHelpOpen(true),
  });
  const drag = useCallback((order: OrderState, price: string) => setDragged({ order, price }), []);

  const parts: ScreenParts = {
    market,
    onChoose,
    side,
    onSide: setSide,
    ticket,
    onPick: ticket.pick,
    onDragged: drag,
    isHelpOpen,
    onHelp: setHelpOpen,
    ...asked,
  };
  return (
    <>
      <PriceInTitle market={market} />
      {isDesk ? <Desk {...parts} /> : <Phone {...parts} />}
      {dragged && (
        <DraggedOrder
          key={`${dragged.order.order}@${dragged.price}`}
          {...dragged}
          isSkipped={isSkipped}
          onDone={() => setDragged(null)}
        />
      )}
    </>
  );
}
