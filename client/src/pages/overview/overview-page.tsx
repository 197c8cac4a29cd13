import { useChosenMarket } from '../../features/choose-market/choice';
import { MarketSummary } from '../../features/choose-market/market-summary';
import { MarketsPanel } from '../../features/choose-market/markets-panel';
import { BookPanel } from '../../features/watch-book/book-panel';
import { TradesPanel } from '../../features/watch-trades/trades-panel';
import { PageFooter } from './page-footer';
import { PageHeader } from './page-header';
import styles from './overview-page.module.css';
import { useDocumentTitle } from './use-document-title';

const CONTENT_ID = 'content';

/** The live state of the exchange: every market, and the one being watched in depth. */
export function OverviewPage() {
  const market = useChosenMarket();
  useDocumentTitle(market);
  return (
    <div className={styles.page}>
      <PageHeader contentId={CONTENT_ID} />
      <main id={CONTENT_ID} className={styles.content} tabIndex={-1} data-watching={market !== undefined}>
        {market && (
          <div className={styles.summary}>
            <MarketSummary market={market} />
          </div>
        )}
        <div className={styles.markets}>
          <MarketsPanel />
        </div>
        {market && (
          <>
            <div className={styles.book}>
              <BookPanel market={market} />
            </div>
            <div className={styles.trades}>
              <TradesPanel market={market} />
            </div>
          </>
        )}
      </main>
      <PageFooter />
    </div>
  );
}
