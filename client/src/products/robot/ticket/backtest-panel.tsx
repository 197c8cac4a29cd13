import { useState } from 'react';
import type { RobotBacktest, RobotProduct } from '../../../../../shared/products/robot/wire';
import { useBacktestQuery } from '../api/robot-api';
import { useRobotWords } from '../api/robot-words';
import { partOf } from '../api/worth';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Choice } from '../../../shared/ui/controls/choice';
import { Facts } from '../../../shared/ui/figures/facts';
import { Note } from '../../../shared/ui/page/note';
import type { RobotWish } from './robot-draft';
import { useRested } from './use-rested';
import styles from './robot-form.module.css';
import { ValueChart } from '../api/value-chart';
import { Waiting } from '../../../shared/ui/page/waiting';

const INTERVALS = ['1m', '5m', '15m', '1h', '4h', '1d'] as const;
type BacktestInterval = (typeof INTERVALS)[number];

interface BacktestPanelProps {
  product: RobotProduct;
  /** Null as long as something is missing. */
  wish: RobotWish | null;
}

/** What the grid would have made of the candles of before. It says first that this promises nothing. */
export function BacktestPanel({ product, wish: typed }: BacktestPanelProps) {
  const { say } = useTexts();
  const [interval, setInterval] = useState<BacktestInterval>('5m');
  const wish = useRested(typed, REST_MS);
  const { secretKey: _, ...asked } = wish ?? { secretKey: '', market: '', amount: '0', lossLimitPpb: 0, grid: NO_GRID };
  const { currentData, error, refetch, isUninitialized } = useBacktestQuery(
    { ...asked, interval, candles: CANDLES },
    { skip: wish === null },
  );
  return (
    <div className={styles.backtest}>
      <p className={styles.promise}>{say('robot.backtest.promise')}</p>
      <div className={styles.row}>
        <span>{say('robot.backtest.interval')}</span>
        <Choice
          label={say('robot.backtest.interval')}
          size="small"
          value={interval}
          options={INTERVALS.map((value) => ({ value, text: value }))}
          onChange={setInterval}
        />
      </div>
      {isUninitialized ? (
        <Note kind="empty" text={say('robot.backtest.fill')} />
      ) : currentData ? (
        <Result result={currentData} {...{ product }} amount={asked.amount} />
      ) : (
        <Waiting error={error} onRetry={refetch} />
      )}
    </div>
  );
}

const CANDLES = 1_000;
/** Nobody types slower within a number. */
const REST_MS = 400;
const NO_GRID = { lower: '0', upper: '0', lines: 2 };

function Result({ result, product, amount }: { result: RobotBacktest; product: RobotProduct; amount: string }) {
  const { say, numbers } = useTexts();
  const how = useRobotWords();
  const { quote, base } = product;
  const { from, to, points } = result;
  if (from === null || to === null || points.length === 0)
    return <Note kind="empty" text={say('robot.backtest.none')} />;
  const [since, until] = [dateAndTime(from), dateAndTime(to)];
  return (
    <>
      {result.isMade && <p className={styles.hint}>{say('robot.backtest.made')}</p>}
      <Facts
        facts={[
          [say('robot.backtest.span'), `${since} – ${until}`],
          [
            say('robot.backtest.result'),
            <span key="result">
              {how.signed(result.result, quote)} ({numbers.percent(partOf(result.result, amount))})
            </span>,
          ],
          [say('robot.realised'), how.signed(result.realised, quote)],
          [say('robot.fees'), how.money(result.fees, quote)],
          [say('robot.trades'), `${result.buys} / ${result.sells}`],
          [say('robot.backtest.end'), `${numbers.exact(result.quote)} ${quote}, ${numbers.exact(result.base)} ${base}`],
          [say('robot.backtest.lowest'), how.money(result.lowest, quote)],
          [say('robot.backtest.held'), how.money(result.heldValue, quote)],
          ...(result.stoppedAt === null
            ? []
            : [[say('robot.backtest.stopped'), dateAndTime(result.stoppedAt)] as const]),
        ]}
      />
      <ValueChart
        points={points}
        level={amount}
        label={say('robot.backtest.drawn', {
          from: since,
          to: until,
          value: `${numbers.exact(result.value)} ${quote}`,
        })}
      />
    </>
  );
}
