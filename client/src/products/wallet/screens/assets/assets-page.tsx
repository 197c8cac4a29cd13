import { useMemo, useState } from 'react';
import { useMarketQuotes } from '../../../../kit/entities/market/use-market-quotes';
import { useBalancesShown } from '../../panels/balances-shown';
import { CONTRACT_TEXTS, withTexts } from '../../../../kit/i18n/part-texts';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { usePreferenceSwitch } from '../../../../kit/lib/storage/preferences';
import { Faulty } from '../../../../kit/ui/page/faulty';
import { LazyPage } from '../../../../kit/ui/page/lazy-page';
import { Note } from '../../../../kit/ui/page/note';
import { PanelBoundary } from '../../../../kit/ui/page/panel-boundary';
import { Tabs } from '../../../../kit/ui/controls/tabs';
import { TABS, valuationsOf, type TabName } from './accounts';
import { Allocation } from './allocation';
import styles from './assets-page.module.css';
import { Concealed } from './concealed';
import { Holdings } from './holdings';
import { Incoming } from './incoming';
import { isSpot, pricesOf } from './prices';
import { Total } from './total';
import { WorthHistory } from './worth-history';

/** Loaded with its texts, as no other part of this page needs them. */
const FUTURES = withTexts([CONTRACT_TEXTS], () =>
  import('./futures-standing').then((module) => module.FuturesStanding),
);

/** All holdings, their value and distribution. */
export function AssetsPage() {
  const { t, numbers } = useTexts();
  const { balances, error: balancesError, retry } = useBalancesShown();
  const { markets, tickers, areTickersKnown, error: unlisted, retry: listAgain } = useMarketQuotes();
  const [isHidden, setHidden] = usePreferenceSwitch('assets.hidden');
  const [tab, setTab] = useState<TabName>('all');
  const prices = useMemo(() => (markets ? pricesOf(markets, tickers) : null), [markets, tickers]);
  const valuations = useMemo(() => (balances && prices ? valuationsOf(balances, prices) : null), [balances, prices]);
  if (balancesError) return <Faulty error={balancesError} onRetry={retry} />;
  const tabs = TABS.map((name) => ({
    name,
    title: (
      <span className={styles.tab}>
        <span>{t(name === 'all' ? 'wallet.account_all' : `wallet.account.${name}`)}</span>
        <small>
          <Concealed isHidden={isHidden}>{valuations ? numbers.fixed(valuations[name].usdt, 2) : '—'}</Concealed>
        </small>
      </span>
    ),
  }));
  return (
    <>
      <div className={styles.top}>
        <Total valuation={valuations?.all ?? null} isDayKnown={areTickersKnown} {...{ isHidden }} onHide={setHidden} />
        <Allocation holdings={valuations?.[tab].holdings ?? []} />
        <WorthHistory account={tab === 'all' ? undefined : tab} isHidden={isHidden} />
      </div>
      <Incoming isHidden={isHidden} />
      <section className={styles.panel} aria-label={t('assets.holdings')}>
        <Tabs label={t('wallet.accounts')} tabs={tabs} selected={tab} onChoose={setTab}>
          {tab === 'contract' && markets?.some((market) => !isSpot(market)) && (
            <PanelBoundary id="assets.futures" title={t('wallet.account.contract')}>
              <LazyPage load={FUTURES} />
            </PanelBoundary>
          )}
          {valuations ? (
            <Holdings tab={tab} valuation={valuations[tab]} markets={markets ?? []} isHidden={isHidden} />
          ) : unlisted && !markets ? (
            // Without markets there are no prices.
            <Faulty error={unlisted} onRetry={listAgain} />
          ) : (
            <Note kind="loading" text={t('page.loading')} />
          )}
        </Tabs>
      </section>
    </>
  );
}
