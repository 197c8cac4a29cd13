import { useCallback, useEffect, useRef, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import type { MarketRecord } from '../../../shared/wire/product';
import { tradePathOf } from '../entities/instrument/trade-path';
import { useMarketList } from '../entities/market/market-api';
import { useTexts } from '../shared/i18n/use-texts';
import { useInterest } from '../shared/stream/interest';
import { Button } from '../shared/ui/controls/button';
import { DialogsOver } from '../shared/ui/dialogs/dialogs-over';
import { Faulty } from '../shared/ui/page/faulty';
import { Note } from '../shared/ui/page/note';
import { Desk } from './desk';
import { Phone } from './phone';
import { useScreenKeys } from '../shared/lib/hooks/own-keys';
import { useMedia } from '../shared/lib/hooks/use-media';
import type { ScreenParts, Side, TerminalProduct } from './trade-parts';
import { PriceInTitle } from './price-in-title';

const DESK = '(min-width: 64rem)';

/** The screen on which a product is traded: its markets alone, one of them at a time. */
export function Terminal<Own>({ product }: { product: TerminalProduct<Own> }) {
  const { say } = useTexts();
  const { data: all, error, refetch } = useMarketList();
  const [query, setQuery] = useSearchParams();
  const named = query.get('market');
  const wanted = named ?? product.marketFirst;
  const latest = useRef(setQuery);
  useEffect(() => {
    latest.current = setQuery;
  });
  // The same one at every address: a row that another market is chosen in is not drawn again for it.
  const choose = useCallback((name: string) => {
    latest.current(
      (known) => {
        known.set('market', name);
        return known;
      },
      { preventScrollReset: true },
    );
  }, []);
  const markets = all?.filter((market) => market.product === product.id);
  const market = markets?.find(({ name }) => name === wanted) ?? (named === null ? markets?.[0] : undefined);
  if (market) return <TradeScreen product={product} market={market} onChoose={choose} />;
  // A market of another product is traded elsewhere: an old link or one that was typed leads there.
  const elsewhere = all?.find(({ name }) => name === named);
  if (elsewhere) return <Navigate to={tradePathOf(elsewhere)} replace />;
  return (
    <>
      <h1 className="spoken">{say(product.title)}</h1>
      {noMarket()}
    </>
  );

  function noMarket() {
    if (markets?.[0] && wanted !== null) {
      const [first] = markets;
      return (
        <Note
          kind="error"
          text={say('trade.unknown_market', { market: wanted })}
          action={<Button onClick={() => choose(first.name)}>{first.label}</Button>}
        />
      );
    }
    if (markets) return <Note kind="empty" text={say('markets.empty')} />;
    if (!error) return <Note kind="loading" text={say('page.loading')} />;
    return <Faulty fault={error} onRetry={() => void refetch()} />;
  }
}

interface TradeScreenProps<Own> {
  product: TerminalProduct<Own>;
  market: MarketRecord;
  onChoose: (market: string) => void;
}

/**
 * Stays when another market is chosen, with its layout, the list of markets and whatever is not of one market. What is goes with it:
 * panels by `isLasting`, orders that are half typed and lines that were dragged by `useOwn`, what is asked over them by `DialogsOver`.
 */
function TradeScreen<Own>({ product, market, onChoose }: TradeScreenProps<Own>) {
  const isDesk = useMedia(DESK);
  const [side, setSide] = useState<Side>('buy');
  const { own, onPick, beside } = product.useOwn(market);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [asked, setAsked] = useState({ searches: 0, entries: 0 });

  useInterest({ channel: 'depth', market: market.name });
  useInterest({ channel: 'trade', market: market.name });

  const enter = (next: Side) => () => {
    setSide(next);
    setAsked(({ searches, entries }) => ({ searches, entries: entries + 1 }));
  };
  useScreenKeys({
    search: () => setAsked(({ searches, entries }) => ({ searches: searches + 1, entries })),
    buy: enter('buy'),
    sell: enter('sell'),
    help: () => setHelpOpen(true),
  });

  const parts: ScreenParts<Own> = {
    ...{ product, market, onChoose, side, onSide: setSide, own, onPick },
    ...{ isHelpOpen, onHelp: setHelpOpen },
    ...asked,
  };
  return (
    <DialogsOver value={market.name}>
      <PriceInTitle market={market} />
      {isDesk ? <Desk {...parts} /> : <Phone {...parts} />}
      {beside}
    </DialogsOver>
  );
}
