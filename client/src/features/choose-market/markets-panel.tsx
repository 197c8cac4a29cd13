import { useSelector } from 'react-redux';
import { selectIsConnectionLost } from '../../entities/connection/connection-slice';
import { useMarketsQuery } from '../../entities/market/market-api';
import { selectQuotes } from '../../entities/market/market-slice';
import type { MarketRecord } from '../../../../shared/wire/product';
import { useTexts } from '../../shared/i18n/use-texts';
import { phaseShown, worstOf } from '../../shared/stream/liveness';
import { Button } from '../../shared/ui/button';
import { Notice } from '../../shared/ui/notice';
import { Panel } from '../../shared/ui/panel';
import { PhaseMark } from '../../shared/ui/phase-mark';
import { MarketRow } from './market-row';
import styles from './markets-panel.module.css';

/** Markets are listed and halted seldom; prices come by the stream. */
const REFRESH_MS = 30_000;

interface MarketsPanelProps {
  chosen: string | null;
  onChoose: (market: string) => void;
}

export function MarketsPanel(choice: MarketsPanelProps) {
  const { say } = useTexts();
  const { data: markets, error, isFetching, refetch } = useMarketsQuery(undefined, { pollingInterval: REFRESH_MS });
  if (markets && markets.length > 0) return <ListedMarkets markets={markets} {...choice} />;
  return (
    <Panel title={say('markets.title')}>
      {error ? (
        <Notice
          kind="error"
          text={error.message ?? say('markets.failed')}
          action={
            <Button disabled={isFetching} onClick={() => void refetch()}>
              {say('page.retry')}
            </Button>
          }
        />
      ) : markets ? (
        <Notice kind="empty" text={say('markets.empty')} />
      ) : (
        <Notice kind="loading" text={say('page.loading')} />
      )}
    </Panel>
  );
}

function ListedMarkets({ markets, chosen, onChoose }: MarketsPanelProps & { markets: readonly MarketRecord[] }) {
  const { say } = useTexts();
  const quotes = useSelector(selectQuotes);
  const isLost = useSelector(selectIsConnectionLost);
  const followed = markets.flatMap(({ name }) => quotes[name]?.liveness.phase ?? []);
  const phase = phaseShown(followed.length === 0 ? 'loading' : worstOf(followed), isLost);
  return (
    <Panel title={say('markets.title')} aside={<PhaseMark phase={phase} />}>
      <table className={styles.table} data-phase={phase}>
        <caption className="spoken">{say('markets.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('markets.pair')}</th>
            <th scope="col">{say('markets.last')}</th>
            <th scope="col">{say('markets.change')}</th>
            <th scope="col">{say('markets.volume')}</th>
          </tr>
        </thead>
        <tbody>
          {markets.map((market) => (
            <MarketRow
              key={market.name}
              market={market}
              isChosen={market.name === chosen}
              onChoose={() => onChoose(market.name)}
            />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
