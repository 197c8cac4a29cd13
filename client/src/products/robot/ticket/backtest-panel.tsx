import { useState } from 'react';
import type { RobotBacktest, RobotProduct } from '../../../../../shared/products/robot/wire';
import { useBacktestQuery } from '../api/robot-api';
import { useRobotFormat } from '../api/robot-format';
import { partOf } from '../api/worth';
import { useTexts } from '../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../kit/lib/numbers/format';
import { Choice } from '../../../kit/ui/controls/choice';
import { Facts } from '../../../kit/ui/figures/facts';
import { Note } from '../../../kit/ui/page/note';
import type { RobotRequest } from './robot-draft';
import { useDebounced } from './use-debounced';
import styles from './robot-form.module.css';
import { ValueChart } from '../api/value-chart';
import { Waiting } from '../../../kit/ui/page/waiting';

const INTERVALS = ['1m', '5m', '15m', '1h', '4h', '1d'] as const;
type BacktestInterval = (typeof INTERVALS)[number];

interface BacktestPanelProps {
  product: RobotProduct;
  /** Null while input is missing. */
  request: RobotRequest | null;
}

/** Result of the grid on past candles. It states first that this promises nothing. */
export function BacktestPanel({ product, request: currentRequest }: BacktestPanelProps) {
  const { t } = useTexts();
  const [interval, setInterval] = useState<BacktestInterval>('5m');
  const debouncedRequest = useDebounced(currentRequest, REST_MS);
  const { secretKey: _, ...backtestRequest } = debouncedRequest ?? {
    secretKey: '',
    market: '',
    amount: '0',
    lossLimitPpb: 0,
    grid: NO_GRID,
  };
  const { currentData, error, refetch, isUninitialized } = useBacktestQuery(
    { ...backtestRequest, interval, candles: CANDLES },
    { skip: debouncedRequest === null },
  );
  return (
    <div className={styles.backtest}>
      <p className={styles.promise}>{t('robot.backtest.promise')}</p>
      <div className={styles.row}>
        <span>{t('robot.backtest.interval')}</span>
        <Choice
          label={t('robot.backtest.interval')}
          size="small"
          value={interval}
          options={INTERVALS.map((value) => ({ value, text: value }))}
          onChange={setInterval}
        />
      </div>
      {isUninitialized ? (
        <Note kind="empty" text={t('robot.backtest.fill')} />
      ) : currentData ? (
        <Result result={currentData} {...{ product }} amount={backtestRequest.amount} />
      ) : (
        <Waiting error={error} onRetry={refetch} />
      )}
    </div>
  );
}

const CANDLES = 1_000;
/** Debounce in milliseconds, longer than the pause between two digits. */
const REST_MS = 400;
const NO_GRID = { lower: '0', upper: '0', lines: 2 };

function Result({ result, product, amount }: { result: RobotBacktest; product: RobotProduct; amount: string }) {
  const { t, numbers } = useTexts();
  const format = useRobotFormat();
  const { quote, base } = product;
  const { from, to, points } = result;
  if (from === null || to === null || points.length === 0) return <Note kind="empty" text={t('robot.backtest.none')} />;
  const [since, until] = [dateAndTime(from), dateAndTime(to)];
  return (
    <>
      {result.isMade && <p className={styles.hint}>{t('robot.backtest.made')}</p>}
      <Facts
        details={[
          [t('robot.backtest.span'), `${since} – ${until}`],
          [
            t('robot.backtest.result'),
            <span key="result">
              {format.signed(result.result, quote)} ({numbers.percent(partOf(result.result, amount))})
            </span>,
          ],
          [t('robot.realised'), format.signed(result.realised, quote)],
          [t('robot.fees'), format.money(result.fees, quote)],
          [t('robot.trades'), `${result.buys} / ${result.sells}`],
          [t('robot.backtest.end'), `${numbers.exact(result.quote)} ${quote}, ${numbers.exact(result.base)} ${base}`],
          [t('robot.backtest.lowest'), format.money(result.lowest, quote)],
          [t('robot.backtest.held'), format.money(result.heldValue, quote)],
          ...(result.stoppedAt === null ? [] : [[t('robot.backtest.stopped'), dateAndTime(result.stoppedAt)] as const]),
        ]}
      />
      <ValueChart
        points={points}
        level={amount}
        label={t('robot.backtest.drawn', {
          from: since,
          to: until,
          value: `${numbers.exact(result.value)} ${quote}`,
        })}
      />
    </>
  );
}
