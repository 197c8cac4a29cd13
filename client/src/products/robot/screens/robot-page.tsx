import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { RobotProduct } from '../../../../../shared/products/robot/wire';
import { useInstrument } from '../../../entities/instrument/instrument';
import { useRobotProductsQuery } from '../api/robot-api';
import { useRunningRobots } from '../api/robot-slice';
import { useRobotWords } from '../api/robot-words';
import { RobotDetail } from '../panels/robots/robot-detail';
import { RobotHistory } from '../panels/robots/robot-history';
import { RunningRobots } from '../panels/robots/running-robots';
import { BacktestPanel } from '../ticket/backtest-panel';
import { SKIP_ROBOT_KEY } from '../ticket/confirm-robot';
import { gridOf, pricesOf, suggested, wishOf, type RobotDraft } from '../ticket/robot-draft';
import { RobotForm } from '../ticket/robot-form';
import { TradeSettings } from '../../../features/trade-settings/trade-settings';
import { GridChart } from '../panels/chart/grid-chart';
import { linesOfPrices, linesOfRobot } from '../panels/chart/grid-lines';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Choice } from '../../../shared/ui/controls/choice';
import { Note } from '../../../shared/ui/page/note';
import { Panel } from '../../../shared/ui/page/panel';
import { Tabs } from '../../../shared/ui/controls/tabs';
import { Waiting } from '../../../shared/ui/page/waiting';
import styles from './robot-page.module.css';

/** Prices by the index come with it. */
const PRODUCTS_MS = 5_000;

type View = 'running' | 'detail' | 'backtest' | 'history';

/** `market` of the address says where; without one, the first in which robots may be started. */
export function RobotPage() {
  const { say } = useTexts();
  const { data, error, refetch } = useRobotProductsQuery(undefined, { pollingInterval: PRODUCTS_MS });
  const [parameters] = useSearchParams();
  const wanted = parameters.get('market');
  const product =
    data?.find(({ market }) => market === wanted) ?? data?.find(({ state }) => state === 'open') ?? data?.at(0);
  if (data && product) return <Desk key={product.market} products={data} product={product} />;
  return (
    <div className={styles.page}>
      <Panel title={say('menu.robot')} lead={say('robot.lead')} level={1}>
        {data ? <Note kind="empty" text={say('robot.none.products')} /> : <Waiting error={error} onRetry={refetch} />}
      </Panel>
    </div>
  );
}

function Desk({ products, product }: { products: readonly RobotProduct[]; product: RobotProduct }) {
  const { say, numbers } = useTexts();
  const how = useRobotWords();
  const [parameters, setParameters] = useSearchParams();
  const instrument = useInstrument(product.market);
  const running = useRunningRobots();
  const shown = parameters.get('robot');
  const [draft, setDraft] = useState<RobotDraft | null>(null);
  // Until somebody types, the grid is around the price.
  const typed = draft ?? suggested(product);
  const edit = (change: (known: RobotDraft) => RobotDraft) => setDraft((known) => change(known ?? suggested(product)));
  const [view, setView] = useState<View>('running');
  // A robot that the address names is looked at, until something else is.
  const [seen, setSeen] = useState<string | null>(null);
  const chosen: View =
    shown !== null && seen !== shown ? 'detail' : view === 'detail' && shown === null ? 'running' : view;
  const choose = (next: View) => {
    setSeen(shown);
    setView(next);
  };
  const watched = chosen === 'detail' ? running?.find(({ robot }) => robot === shown) : undefined;
  const words = useMemo(
    () => ({ upper: say('robot.upper'), lower: say('robot.lower'), cost: say('robot.average') }),
    [say],
  );
  const grid = gridOf(typed, product);
  const prices = grid ? pricesOf(grid, product.tick).join() : '';
  const lines = useMemo(
    () =>
      watched
        ? linesOfRobot(watched, product.tick, words)
        : prices === ''
          ? []
          : linesOfPrices(prices.split(','), words),
    [watched, prices, product.tick, words],
  );
  const priceOf = (market: string) => products.find((one) => one.market === market)?.price ?? null;
  const tabs = [
    { name: 'running' as const, title: `${say('robot.tab.running')} (${running?.length ?? 0})` },
    ...(shown === null ? [] : [{ name: 'detail' as const, title: say('robot.tab.detail', { number: shown }) }]),
    { name: 'backtest' as const, title: say('robot.backtest') },
    { name: 'history' as const, title: say('robot.tab.history') },
  ];
  return (
    <div className={styles.page}>
      <Panel
        title={say('menu.robot')}
        lead={say('robot.lead')}
        level={1}
        actions={
          <>
            <Choice
              label={say('robot.market')}
              value={product.market}
              options={products.map((one) => ({ value: one.market, text: how.market(one) }))}
              onChange={(market) => setParameters({ market }, { replace: true })}
            />
            <Link to={`/currencyTransaction?market=${product.market}`}>{say('menu.spot')}</Link>
          </>
        }
      >
        <p className={styles.strategy}>
          {say('robot.strategy', { minutes: numbers.exact(minutesOf(product.cycleMs)) })}
        </p>
      </Panel>
      <div className={styles.desk}>
        <GridChart {...{ product, lines }} />
        <div className={styles.form}>
          <Panel
            title={say('robot.form')}
            level={2}
            actions={<TradeSettings skipKey={SKIP_ROBOT_KEY} askWords={say('robot.confirm.ask')} />}
          >
            {instrument ? (
              <RobotForm
                {...{ product, instrument }}
                draft={typed}
                onChange={edit}
                onBacktest={() => choose('backtest')}
                onStarted={() => choose('running')}
              />
            ) : (
              <Note kind="loading" text={say('page.loading')} />
            )}
          </Panel>
        </div>
        <section className={styles.own} aria-label={say('robot.own')}>
          <Tabs label={say('robot.own')} tabs={tabs} chosen={chosen} onChoose={choose}>
            {chosen === 'running' && <RunningRobots priceOf={priceOf} />}
            {chosen === 'detail' && shown !== null && <RobotDetail key={shown} number={shown} product={product} />}
            {chosen === 'backtest' && <BacktestPanel {...{ product }} wish={wishOf(typed, product)} />}
            {chosen === 'history' && <RobotHistory {...{ products, priceOf }} />}
          </Tabs>
        </section>
      </div>
    </div>
  );
}

const MINUTE_MS = 60_000;

/** `2.5` of 150 seconds. */
function minutesOf(ms: number): string {
  return String(ms / MINUTE_MS);
}
