/** Admin page of robots: markets with their terms, users' secret keys, and running robots. */
import { useState } from 'react';
import type { Robot } from '../../../../../shared/products/robot/wire';
import type { RobotDesk } from '../../../../../shared/products/robot/staff';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { useRobotFormat } from '../api/robot-format';
import { useRobotDeskQuery, useRobotsOfQuery } from './robots-api';
import { ActDialog, type Act } from '../../../admin/act/act-dialog';
import { useTexts } from '../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../kit/lib/numbers/format';
import { Button } from '../../../kit/ui/controls/button';
import { figure, fixed, timeColumn, type Column } from '../../../kit/ui/data-table/columns';
import { Rows } from '../../../kit/ui/data-table/rows';
import { Note } from '../../../kit/ui/page/note';
import { Panel } from '../../../kit/ui/page/panel';
import { Waiting } from '../../../kit/ui/page/waiting';
import styles from './robots-page.module.css';
import desk from '../../../admin/parts/admin.module.css';
import { useRobotActs } from './use-robot-acts';

type Offered = RobotDesk['terms'][number];

export function RobotsPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const may = (right: 'markets' | 'users') => ownStaff.role === 'admin' && ownStaff.rights.includes(right);
  return (
    <>
      {may('markets') && <Terms />}
      {may('users') ? (
        <OfUser />
      ) : (
        <Panel title={t('staff.robot.user')} level={2}>
          <Note kind="empty" text={t('staff.robot.user.no_right')} />
        </Panel>
      )}
    </>
  );
}

function Terms() {
  const { t } = useTexts();
  const format = useRobotFormat();
  const [since, setSince] = useState<number>();
  const [act, setAct] = useState<Act | null>(null);
  const { data, error, refetch } = useRobotDeskQuery(since, { refetchOnMountOrArgChange: true });
  const acts = useRobotActs(setSince);
  const runningIn = (market: string) => data?.running.find((one) => one.market === market);
  const columns: Column<Offered>[] = [
    fixed('market', t('robot.market'), ({ market }) => <b>{market}</b>),
    fixed('state', t('robot.status'), ({ state }) => t(`staff.robot.state.${state}`)),
    figure('minimum', t('staff.robot.minimum'), ({ amountMin, quote }) => format.money(amountMin, quote)),
    figure('maximum', t('staff.robot.maximum'), ({ userMax, quote }) => format.money(userMax, quote)),
    figure('running', t('staff.robot.running'), ({ market }) => String(runningIn(market)?.robots ?? 0)),
    figure('users', t('staff.robot.users'), ({ market }) => String(runningIn(market)?.users ?? 0)),
    figure('staked', t('staff.robot.staked'), ({ market, quote }) =>
      format.money(runningIn(market)?.staked ?? '0', quote),
    ),
    figure('act', '', (row) => <Button onClick={() => setAct(acts.terms(row))}>{t('staff.robot.change')}</Button>, {
      isFixed: true,
    }),
  ];
  return (
    <Panel
      title={t('menu.robot')}
      lead={t('staff.robot.lead')}
      level={1}
      actions={data && <Button onClick={() => setAct(acts.terms())}>{t('staff.robot.offer')}</Button>}
    >
      {data ? (
        <Rows<Offered>
          label={t('menu.robot')}
          rows={data.terms}
          keyOf={({ market }) => market}
          empty={<Note kind="empty" text={t('robot.none.products')} />}
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

/** Key status and running robots of one user, found by id. */
function OfUser() {
  const { t } = useTexts();
  const [typed, setInput] = useState('');
  const [userId, setUserId] = useState<number | null>(null);
  return (
    <Panel title={t('staff.robot.user')} lead={t('staff.robot.user.lead')} level={2}>
      <form
        className={styles.search}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (USER.test(typed.trim())) setUserId(Number(typed));
        }}
      >
        <label>
          <span>{t('staff.robot.user.id')}</span>
          <input
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setInput(target.value)}
          />
        </label>
        <Button type="submit">{t('staff.robot.user.show')}</Button>
      </form>
      {userId !== null && <Found key={userId} userId={userId} />}
    </Panel>
  );
}

function Found({ userId }: { userId: number }) {
  const { t } = useTexts();
  const format = useRobotFormat();
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
    fixed('robot', t('robot.market'), (row) => `${format.market(row)} #${row.robot}`),
    fixed('status', t('robot.status'), (row) => format.status(row)),
    figure('amount', t('robot.amount'), (row) => format.money(row.amount, row.quote)),
    figure('realised', t('robot.realised'), (row) => format.signed(row.realised, row.quote)),
    timeColumn('started', t('robot.start_time'), ({ startedAt }) => startedAt),
    figure(
      'act',
      '',
      (row) =>
        row.status === 'running' && <Button onClick={() => setAct(acts.end(userId, row))}>{t('robot.stop')}</Button>,
      { isFixed: true },
    ),
  ];
  return (
    <>
      <p className={styles.key}>
        <span>
          {key === null
            ? t('staff.robot.key.none')
            : t('staff.robot.key.has', { time: dateAndTime(key.issuedAt), by: String(key.by) })}
        </span>
        <span className={desk.rowActs}>
          <Button onClick={() => setAct(acts.issue(userId, key !== null))}>{t('staff.robot.key.issue')}</Button>
          {key !== null && <Button onClick={() => setAct(acts.revoke(userId))}>{t('staff.robot.key.revoke')}</Button>}
        </span>
      </p>
      <Rows<Robot>
        label={t('robot.tab.running')}
        rows={robots}
        keyOf={({ robot }) => robot}
        empty={<Note kind="empty" text={t('staff.robot.none')} />}
        columns={columns}
      />
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </>
  );
}
