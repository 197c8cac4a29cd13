import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { RobotProduct } from '../../../../../shared/products/robot/wire';
import { useInstrument } from '../../../kit/entities/instrument/instrument';
import { useRobotProductsQuery } from '../api/robot-api';
import { useRunningRobots } from '../api/robot-slice';
import { useRobotFormat } from '../api/robot-format';
import { RobotDetail } from '../panels/robots/robot-detail';
import { RobotHistory } from '../panels/robots/robot-history';
import { RunningRobots } from '../panels/robots/running-robots';
import { BacktestPanel } from '../ticket/backtest-panel';
import { SKIP_ROBOT_KEY } from '../ticket/confirm-robot';
import { gridOf, pricesOf, suggestedDraft, requestOf, type RobotDraft } from '../ticket/robot-draft';
import { RobotForm } from '../ticket/robot-form';
import { TradeSettings } from '../../../terminal/settings/trade-settings';
import { GridChart } from '../panels/chart/grid-chart';
import { linesOfPrices, linesOfRobot } from '../panels/chart/grid-lines';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Choice } from '../../../kit/ui/controls/choice';
import { Note } from '../../../kit/ui/page/note';
import { Panel } from '../../../kit/ui/page/panel';
import { Tabs } from '../../../kit/ui/controls/tabs';
import { Waiting } from '../../../kit/ui/page/waiting';
import styles from './robot-page.module.css';

/** Poll interval; the response contains index prices. */
const PRODUCTS_MS = 5_000;

type View = 'running' | 'detail' | 'backtest' | 'history';

/** `market` in the address selects the market; by default the first one open for new robots. */
export function RobotPage() {
  const { t } = useTexts();
  const { data, error, refetch } = useRobotProductsQuery(undefined, { pollingInterval: PRODUCTS_MS });
  const [parameters] = useSearchParams();
  const requestedMarket = parameters.get('market');
  const product =
    data?.find(({ market }) => market === requestedMarket) ??
    data?.find(({ state }) => state === 'open') ??
    data?.at(0);
  if (data && product) return <RobotLayout key={product.market} products={data} product={product} />;
  return (
    <div className={styles.page}>
      <Panel title={t('menu.robot')} lead={t('robot.lead')} level={1}>
        {data ? <Note kind="empty" text={t('robot.none.products')} /> : <Waiting error={error} onRetry={refetch} />}
      </Panel>
    </div>
  );
}

function RobotLayout({ products, product }: { products: readonly RobotProduct[]; product: RobotProduct }) {
  const { t, numbers } = useTexts();
  const format = useRobotFormat();
  const [parameters, setParameters] = useSearchParams();
  const instrument = useInstrument(product.market);
  const running = useRunningRobots();
  const robotInAddress = parameters.get('robot');
  const [draft, setDraft] = useState<RobotDraft | null>(null);
  // Until the user types, the grid surrounds the price.
  const currentDraft = draft ?? suggestedDraft(product);
  const edit = (change: (previous: RobotDraft) => RobotDraft) =>
    setDraft((previous) => change(previous ?? suggestedDraft(product)));
  const [view, setView] = useState<View>('running');
  // A robot named in the address is shown until another tab is chosen.
  const [dismissedRobot, setDismissedRobot] = useState<string | null>(null);
  const activeView: View =
    robotInAddress !== null && dismissedRobot !== robotInAddress
      ? 'detail'
      : view === 'detail' && robotInAddress === null
        ? 'running'
        : view;
  const choose = (next: View) => {
    setDismissedRobot(robotInAddress);
    setView(next);
  };
  const detailRobot = activeView === 'detail' ? running?.find(({ robot }) => robot === robotInAddress) : undefined;
  const lineTexts = useMemo(
    () => ({ upper: t('robot.upper'), lower: t('robot.lower'), cost: t('robot.average') }),
    [t],
  );
  const grid = gridOf(currentDraft, product);
  const prices = grid ? pricesOf(grid, product.tick).join() : '';
  const lines = useMemo(
    () =>
      detailRobot
        ? linesOfRobot(detailRobot, product.tick, lineTexts)
        : prices === ''
          ? []
          : linesOfPrices(prices.split(','), lineTexts),
    [detailRobot, prices, product.tick, lineTexts],
  );
  const priceOf = (market: string) => products.find((one) => one.market === market)?.price ?? null;
  const tabs = [
    { name: 'running' as const, title: `${t('robot.tab.running')} (${running?.length ?? 0})` },
    ...(robotInAddress === null
      ? []
      : [{ name: 'detail' as const, title: t('robot.tab.detail', { number: robotInAddress }) }]),
    { name: 'backtest' as const, title: t('robot.backtest') },
    { name: 'history' as const, title: t('robot.tab.history') },
  ];
  return (
    <div className={styles.page}>
      <Panel
        title={t('menu.robot')}
        lead={t('robot.lead')}
        level={1}
        actions={
          <>
            <Choice
              label={t('robot.market')}
              value={product.market}
              options={products.map((one) => ({ value: one.market, text: format.market(one) }))}
              onChange={(market) => setParameters({ market }, { replace: true })}
            />
            <Link to={`/currencyTransaction?market=${product.market}`}>{t('menu.spot')}</Link>
          </>
        }
      >
        <p className={styles.strategy}>{t('robot.strategy', { minutes: numbers.exact(minutesOf(product.cycleMs)) })}</p>
      </Panel>
      <div className={styles.desk}>
        <GridChart {...{ product, lines }} />
        <div className={styles.form}>
          <Panel
            title={t('robot.form')}
            level={2}
            actions={<TradeSettings skipKey={SKIP_ROBOT_KEY} askWords={t('robot.confirm.ask')} />}
          >
            {instrument ? (
              <RobotForm
                {...{ product, instrument }}
                draft={currentDraft}
                onChange={edit}
                onBacktest={() => choose('backtest')}
                onStarted={() => choose('running')}
              />
            ) : (
              <Note kind="loading" text={t('page.loading')} />
            )}
          </Panel>
        </div>
        <section className={styles.own} aria-label={t('robot.own')}>
          <Tabs label={t('robot.own')} tabs={tabs} selected={activeView} onChoose={choose}>
            {activeView === 'running' && <RunningRobots priceOf={priceOf} />}
            {activeView === 'detail' && robotInAddress !== null && (
              <RobotDetail key={robotInAddress} number={robotInAddress} product={product} />
            )}
            {activeView === 'backtest' && <BacktestPanel {...{ product }} request={requestOf(currentDraft, product)} />}
            {activeView === 'history' && <RobotHistory {...{ products, priceOf }} />}
          </Tabs>
        </section>
      </div>
    </div>
  );
}

const MINUTE_MS = 60_000;

/** 150 seconds give `2.5`. */
function minutesOf(ms: number): string {
  return String(ms / MINUTE_MS);
}
