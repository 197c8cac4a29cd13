/** Robots at the desk: where they trade and with how much, whose secret key is whose, and what runs. */
import { useState } from 'react';
import type { Robot } from '../../../../../shared/products/robot/wire';
import type { RobotDesk } from '../../../../../shared/products/robot/staff';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { useRobotWords } from '../api/robot-words';
import { useRobotDeskQuery, useRobotsOfQuery } from './robots-api';
import { ActDialog, type Act } from '../../../features/staff-act/act-dialog';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Button } from '../../../shared/ui/controls/button';
import { figure, fixed, timeColumn, type Column } from '../../../shared/ui/data-table/columns';
import { Rows } from '../../../shared/ui/data-table/rows';
import { Note } from '../../../shared/ui/page/note';
import { Panel } from '../../../shared/ui/page/panel';
import { Waiting } from '../../../shared/ui/page/waiting';
import styles from './robots-page.module.css';
import desk from '../../../pages/admin/parts/desk.module.css';
import { useRobotActs } from './use-robot-acts';

type Offered = RobotDesk['terms'][number];

export function RobotsPage({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const may = (right: 'markets' | 'users') => own.role === 'admin' && own.rights.includes(right);
  return (
    <>
      {may('markets') && <Terms />}
      {may('users') ? (
        <OfUser />
      ) : (
        <Panel title={say('staff.robot.user')} level={2}>
          <Note kind="empty" text={say('staff.robot.user.no_right')} />
        </Panel>
      )}
    </>
  );
}

function Terms() {
  const { say } = useTexts();
  const how = useRobotWords();
  const [since, setSince] = useState<number>();
  const [act, setAct] = useState<Act | null>(null);
  const { data, error, refetch } = useRobotDeskQuery(since, { refetchOnMountOrArgChange: true });
  const acts = useRobotActs(setSince);
  const runningIn = (market: string) => data?.running.find((one) => one.market === market);
  const columns: Column<Offered>[] = [
    fixed('market', say('robot.market'), ({ market }) => <b>{market}</b>),
    fixed('state', say('robot.status'), ({ state }) => say(`staff.robot.state.${state}`)),
    figure('minimum', say('staff.robot.minimum'), ({ amountMin, quote }) => how.money(amountMin, quote)),
    figure('maximum', say('staff.robot.maximum'), ({ userMax, quote }) => how.money(userMax, quote)),
    figure('running', say('staff.robot.running'), ({ market }) => String(runningIn(market)?.robots ?? 0)),
    figure('users', say('staff.robot.users'), ({ market }) => String(runningIn(market)?.users ?? 0)),
    figure('staked', say('staff.robot.staked'), ({ market, quote }) =>
      how.money(runningIn(market)?.staked ?? '0', quote),
    ),
    figure('act', '', (row) => <Button onClick={() => setAct(acts.terms(row))}>{say('staff.robot.change')}</Button>, {
      isFixed: true,
    }),
  ];
  return (
    <Panel
      title={say('menu.robot')}
      lead={say('staff.robot.lead')}
      level={1}
      actions={data && <Button onClick={() => setAct(acts.terms())}>{say('staff.robot.offer')}</Button>}
    >
      {data ? (
        <Rows<Offered>
          label={say('menu.robot')}
          rows={data.terms}
          keyOf={({ market }) => market}
          empty={<Note kind="empty" text={say('robot.none.products')} />}
          columns={columns}
        />
      ) : (
        <Waiting error={error} onRetry={refetch} />
      )}
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </Panel>
  );
}

const USER = /^\d{1,15}$/;

/** Of one user, by number: whether there is a key, and what runs. */
function OfUser() {
  const { say } = useTexts();
  const [typed, setTyped] = useState('');
  const [userId, setUserId] = useState<number | null>(null);
  return (
    <Panel title={say('staff.robot.user')} lead={say('staff.robot.user.lead')} level={2}>
      <form
        className={styles.search}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (USER.test(typed.trim())) setUserId(Number(typed));
        }}
      >
        <label>
          <span>{say('staff.robot.user.id')}</span>
          <input
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
        <Button type="submit">{say('staff.robot.user.show')}</Button>
      </form>
      {userId !== null && <Found key={userId} userId={userId} />}
    </Panel>
  );
}

function Found({ userId }: { userId: number }) {
  const { say } = useTexts();
  const how = useRobotWords();
  const [since, setSince] = useState<number>();
  const [act, setAct] = useState<Act | null>(null);
  const { data, error, refetch } = useRobotsOfQuery(
    { userId, ...(since === undefined ? {} : { minPosition: since }) },
    { refetchOnMountOrArgChange: true },
  );
  const acts = useRobotActs(setSince);
  if (!data) return <Waiting error={error} onRetry={refetch} />;
  const { key, robots } = data;
  const columns: Column<Robot>[] = [
    fixed('robot', say('robot.market'), (row) => `${how.market(row)} #${row.robot}`),
    fixed('status', say('robot.status'), (row) => how.status(row)),
    figure('amount', say('robot.amount'), (row) => how.money(row.amount, row.quote)),
    figure('realised', say('robot.realised'), (row) => how.signed(row.realised, row.quote)),
    timeColumn('started', say('robot.start_time'), ({ startedAt }) => startedAt),
    figure(
      'act',
      '',
      (row) =>
        row.status === 'running' && <Button onClick={() => setAct(acts.end(userId, row))}>{say('robot.stop')}</Button>,
      { isFixed: true },
    ),
  ];
  return (
    <>
      <p className={styles.key}>
        <span>
          {key === null
            ? say('staff.robot.key.none')
            : say('staff.robot.key.has', { time: dateAndTime(key.issuedAt), by: String(key.by) })}
        </span>
        <span className={desk.rowActs}>
          <Button onClick={() => setAct(acts.issue(userId, key !== null))}>{say('staff.robot.key.issue')}</Button>
          {key !== null && <Button onClick={() => setAct(acts.revoke(userId))}>{say('staff.robot.key.revoke')}</Button>}
        </span>
      </p>
      <Rows<Robot>
        label={say('robot.tab.running')}
        rows={robots}
        keyOf={({ robot }) => robot}
        empty={<Note kind="empty" text={say('staff.robot.none')} />}
        columns={columns}
      />
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </>
  );
}
