/** Active robots from the stream: holdings, current value, and the action to stop them. */
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import type { Robot } from '../../../../../../shared/products/robot/wire';
import { selectRobotsLiveness, useRunningRobots } from '../../api/robot-slice';
import { useRobotFormat } from '../../api/robot-format';
import { gainOf, partOf, worthOf } from '../../api/worth';
import { selectIsLogin } from '../../../../kit/entities/session/session-slice';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { useOpenedItem } from '../../../../kit/lib/hooks/use-opened-item';
import { useServerTime } from '../../../../kit/stream/server-time';
import { Button } from '../../../../kit/ui/controls/button';
import { Facts } from '../../../../kit/ui/figures/facts';
import { Note } from '../../../../kit/ui/page/note';
import { TextWithFact } from '../../../../kit/ui/text-with-fact';
import styles from './manage-robots.module.css';
import { StopDialog } from './stop-dialog';

interface RunningRobotsProps {
  /** Current index price; null if stale. */
  priceOf: (market: string) => string | null;
}

export function RunningRobots({ priceOf }: RunningRobotsProps) {
  const { t } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  const robots = useRunningRobots();
  const liveness = useSelector(selectRobotsLiveness);
  const [stopped, stop, keep] = useOpenedItem<Robot>();
  if (!isLogin) return <Note kind="empty" text={t('robot.none.visitor')} />;
  if (!robots) {
    return liveness.phase === 'stale' ? (
      <Note kind="error" text={liveness.fault ?? t('stream.unreachable')} />
    ) : (
      <Note kind="loading" text={t('page.loading')} />
    );
  }
  if (robots.length === 0) return <Note kind="empty" text={t('robot.none.running')} />;
  return (
    <>
      <ul className={styles.robots}>
        {[...robots].reverse().map((robot) => (
          <li key={robot.robot}>
            <RobotCard {...{ robot, price: priceOf(robot.market) }} onStop={() => stop(robot)} />
          </li>
        ))}
      </ul>
      {stopped && <StopDialog robot={stopped} onClose={keep} />}
    </>
  );
}

interface RobotCardProps {
  robot: Robot;
  price: string | null;
  onStop: () => void;
}

function RobotCard({ robot, price, onStop }: RobotCardProps) {
  const { t } = useTexts();
  const format = useRobotFormat();
  return (
    <article
      className={styles.robot}
      aria-label={t('robot.named', { number: robot.robot, market: format.market(robot) })}
    >
      <header>
        <h3>
          {format.market(robot)} <small>#{robot.robot}</small>
        </h3>
        <span data-status={robot.status} className={styles.status}>
          {format.status(robot)}
        </span>
        <span className={styles.cycle}>
          <CycleShown robot={robot} />
        </span>
      </header>
      <RobotFacts {...{ robot, price }} />
      <footer>
        <span>{t('robot.started_at', { time: dateAndTime(robot.startedAt) })}</span>
        <Link to={`/robot?market=${robot.market}&robot=${robot.robot}`}>{t('robot.details')}</Link>
        {robot.status === 'running' && <Button onClick={onStop}>{t('robot.stop')}</Button>}
      </footer>
    </article>
  );
}

/** The countdown uses the server's time. */
function CycleShown({ robot: { cycle, cycleEndsAt } }: { robot: Robot }) {
  const now = useServerTime();
  if (cycleEndsAt === null) return null;
  const remainingSeconds = Math.max(0, Math.ceil((cycleEndsAt - now) / 1_000));
  const remainingText = `${Math.floor(remainingSeconds / 60)}:${String(remainingSeconds % 60).padStart(2, '0')}`;
  return <TextWithFact text="robot.cycle.now" params={{ number: String(cycle), left: remainingText }} />;
}

/** Stake, holdings, value and gain of a robot. */
export function RobotFacts({ robot, price }: { robot: Robot; price: string | null }) {
  const { t, numbers } = useTexts();
  const format = useRobotFormat();
  const { base, quote, amount } = robot;
  const gain = gainOf(robot, price);
  const isOver = robot.status === 'ended';
  return (
    <Facts
      details={[
        [t('robot.amount'), format.money(amount, quote)],
        [
          t(isOver ? 'robot.returned' : 'robot.held'),
          <span key="held" className={styles.two}>
            {format.money(isOver ? robot.returnedQuote : robot.quoteHeld, quote)}
            {format.money(isOver ? robot.returnedBase : robot.baseHeld, base)}
          </span>,
        ],
        [t('robot.worth'), format.money(worthOf(robot, price), quote)],
        [
          t('robot.gain'),
          <span key="gain" className={styles.two}>
            {format.signed(gain, quote)}
            {gain !== null && <small>{numbers.percent(partOf(gain, amount))}</small>}
          </span>,
        ],
        [t('robot.realised'), format.signed(robot.realised, quote)],
        [t('robot.trades'), String(robot.trades)],
        [t('robot.stop_value'), format.money(robot.stopValue, quote)],
        [
          t('robot.grid'),
          <span key="grid" className={styles.two}>
            <span>{`${numbers.exact(robot.lower)} – ${numbers.exact(robot.upper)}`}</span>
            <small>{t('robot.grid.lines', { count: String(robot.lines) })}</small>
          </span>,
        ],
      ]}
    />
  );
}
