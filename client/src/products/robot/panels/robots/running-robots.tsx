/** Robots that are not over, as the stream tells them: what they have, what that is worth now, and the way to stop them. */
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import type { Robot } from '../../../../../../shared/products/robot/wire';
import { selectRobotsLiveness, useRunningRobots } from '../../api/robot-slice';
import { useRobotWords } from '../../api/robot-words';
import { gainOf, partOf, worthOf } from '../../api/worth';
import { selectIsLogin } from '../../../../entities/session/session-slice';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import { useOpened } from '../../../../shared/lib/hooks/use-opened';
import { useServerTime } from '../../../../shared/stream/server-time';
import { Button } from '../../../../shared/ui/controls/button';
import { Facts } from '../../../../shared/ui/figures/facts';
import { Note } from '../../../../shared/ui/page/note';
import { Said } from '../../../../shared/ui/said';
import styles from './manage-robots.module.css';
import { StopDialog } from './stop-dialog';

interface RunningRobotsProps {
  /** By the index now; null where it is stale. */
  priceOf: (market: string) => string | null;
}

export function RunningRobots({ priceOf }: RunningRobotsProps) {
  const { say } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  const robots = useRunningRobots();
  const liveness = useSelector(selectRobotsLiveness);
  const [stopped, stop, keep] = useOpened<Robot>();
  if (!isLogin) return <Note kind="empty" text={say('robot.none.visitor')} />;
  if (!robots) {
    return liveness.phase === 'stale' ? (
      <Note kind="error" text={liveness.fault ?? say('stream.unreachable')} />
    ) : (
      <Note kind="loading" text={say('page.loading')} />
    );
  }
  if (robots.length === 0) return <Note kind="empty" text={say('robot.none.running')} />;
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
  const { say } = useTexts();
  const how = useRobotWords();
  return (
    <article
      className={styles.robot}
      aria-label={say('robot.named', { number: robot.robot, market: how.market(robot) })}
    >
      <header>
        <h3>
          {how.market(robot)} <small>#{robot.robot}</small>
        </h3>
        <span data-status={robot.status} className={styles.status}>
          {how.status(robot)}
        </span>
        <span className={styles.cycle}>
          <CycleShown robot={robot} />
        </span>
      </header>
      <RobotFacts {...{ robot, price }} />
      <footer>
        <span>{say('robot.started_at', { time: dateAndTime(robot.startedAt) })}</span>
        <Link to={`/robot?market=${robot.market}&robot=${robot.robot}`}>{say('robot.details')}</Link>
        {robot.status === 'running' && <Button onClick={onStop}>{say('robot.stop')}</Button>}
      </footer>
    </article>
  );
}

/** The countdown goes by the server's time. */
function CycleShown({ robot: { cycle, cycleEndsAt } }: { robot: Robot }) {
  const now = useServerTime();
  if (cycleEndsAt === null) return null;
  const left = Math.max(0, Math.ceil((cycleEndsAt - now) / 1_000));
  const shown = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return <Said text="robot.cycle.now" facts={{ number: String(cycle), left: shown }} />;
}

/** What a robot began with, has, is worth and has made. */
export function RobotFacts({ robot, price }: { robot: Robot; price: string | null }) {
  const { say, numbers } = useTexts();
  const how = useRobotWords();
  const { base, quote, amount } = robot;
  const gain = gainOf(robot, price);
  const isOver = robot.status === 'ended';
  return (
    <Facts
      facts={[
        [say('robot.amount'), how.money(amount, quote)],
        [
          say(isOver ? 'robot.returned' : 'robot.held'),
          <span key="held" className={styles.two}>
            {how.money(isOver ? robot.returnedQuote : robot.quoteHeld, quote)}
            {how.money(isOver ? robot.returnedBase : robot.baseHeld, base)}
          </span>,
        ],
        [say('robot.worth'), how.money(worthOf(robot, price), quote)],
        [
          say('robot.gain'),
          <span key="gain" className={styles.two}>
            {how.signed(gain, quote)}
            {gain !== null && <small>{numbers.percent(partOf(gain, amount))}</small>}
          </span>,
        ],
        [say('robot.realised'), how.signed(robot.realised, quote)],
        [say('robot.trades'), String(robot.trades)],
        [say('robot.stop_value'), how.money(robot.stopValue, quote)],
        [
          say('robot.grid'),
          <span key="grid" className={styles.two}>
            <span>{`${numbers.exact(robot.lower)} – ${numbers.exact(robot.upper)}`}</span>
            <small>{say('robot.grid.lines', { count: String(robot.lines) })}</small>
          </span>,
        ],
      ]}
    />
  );
}
