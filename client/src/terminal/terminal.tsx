import { useCallback, useEffect, useRef, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import type { MarketRecord } from '../../../shared/wire/product';
import { tradePathOf } from '../kit/entities/instrument/trade-path';
import { useMarketList } from '../kit/entities/market/market-api';
import { useTexts } from '../kit/i18n/use-texts';
import { useInterest } from '../kit/stream/interest';
import { Button } from '../kit/ui/controls/button';
import { DialogScope } from '../kit/ui/dialogs/dialog-scope';
import { Faulty } from '../kit/ui/page/faulty';
import { Note } from '../kit/ui/page/note';
import { TerminalLayout } from './terminal-layout';
import { Phone } from './phone';
import { useScreenKeys } from '../kit/lib/hooks/own-keys';
import { useMedia } from '../kit/lib/hooks/use-media';
import type { ScreenParts, Side, TerminalProduct } from './trade-parts';
import { PriceInTitle } from './price-in-title';

const DESK = '(min-width: 64rem)';

/** Trading screen of a product. It shows one of the product's markets at a time. */
export function Terminal<Own>({ product }: { product: TerminalProduct<Own> }) {
  const { t } = useTexts();
  const { data: listedMarkets, error, refetch } = useMarketList();
  const [query, setQuery] = useSearchParams();
  const requestedMarket = query.get('market');
  const targetMarket = requestedMarket ?? product.marketFirst;
  const latestSetQuery = useRef(setQuery);
  useEffect(() => {
    latestSetQuery.current = setQuery;
  });
  // A stable function: a new one would re-render the rows that receive it.
  const choose = useCallback((name: string) => {
    latestSetQuery.current(
      (previous) => {
        previous.set('market', name);
        return previous;
      },
      { preventScrollReset: true },
    );
  }, []);
  const markets = listedMarkets?.filter((market) => market.product === product.id);
  const market =
    markets?.find(({ name }) => name === targetMarket) ?? (requestedMarket === null ? markets?.[0] : undefined);
  if (market) return <TradeScreen product={product} market={market} onChoose={choose} />;
  // A link to another product's market redirects to that product's screen.
  const elsewhere = listedMarkets?.find(({ name }) => name === requestedMarket);
  if (elsewhere) return <Navigate to={tradePathOf(elsewhere)} replace />;
  return (
    <>
      <h1 className="spoken">{t(product.title)}</h1>
      {noMarket()}
    </>
  );

  function noMarket() {
    if (markets?.[0] && targetMarket !== null) {
      const [first] = markets;
      return (
        <Note
          kind="error"
          text={t('trade.unknown_market', { market: targetMarket })}
          action={<Button onClick={() => choose(first.name)}>{first.label}</Button>}
        />
      );
    }
    if (markets) return <Note kind="empty" text={t('markets.empty')} />;
    if (!error) return <Note kind="loading" text={t('page.loading')} />;
    return <Faulty error={error} onRetry={() => void refetch()} />;
  }
}

interface TradeScreenProps<Own> {
  product: TerminalProduct<Own>;
  market: MarketRecord;
  onChoose: (market: string) => void;
}

/**
 * Stays mounted when the market changes and keeps the layout and the market list. State of one market is discarded: panels without
 * `isLasting`, drafts and dragged lines by `useOwn`, dialogs by `DialogScope`.
 */
function TradeScreen<Own>({ product, market, onChoose }: TradeScreenProps<Own>) {
  const isDesk = useMedia(DESK);
  const [side, setSide] = useState<Side>('buy');
  const { own, onPick, dialogs } = product.useOwn(market);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [keyPresses, setKeyPresses] = useState({ searches: 0, entries: 0 });

  useInterest({ channel: 'depth', market: market.name });
  useInterest({ channel: 'trade', market: market.name });

  const enter = (next: Side) => () => {
    setSide(next);
    setKeyPresses(({ searches, entries }) => ({ searches, entries: entries + 1 }));
  };
  useScreenKeys({
    search: () => setKeyPresses(({ searches, entries }) => ({ searches: searches + 1, entries })),
    buy: enter('buy'),
    sell: enter('sell'),
    help: () => setHelpOpen(true),
  });

  const screenProps: ScreenParts<Own> = {
    ...{ product, market, onChoose, side, onSide: setSide, own, onPick },
    ...{ isHelpOpen, onHelp: setHelpOpen },
    ...keyPresses,
  };
  return (
    <DialogScope value={market.name}>
      <PriceInTitle market={market} />
      {isDesk ? <TerminalLayout {...screenProps} /> : <Phone {...screenProps} />}
      {dialogs}
    </DialogScope>
  );
}
