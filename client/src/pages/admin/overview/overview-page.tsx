import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Overview, OwnStaff } from '../../../../../shared/wire/staff';
import { OPEN_WITHDRAWAL_STATUSES } from '../../../../../shared/products/wallet/wire';
import { useInstrumentsById } from '../../../entities/instrument/instrument';
import { useDeskOverviewQuery } from '../../../entities/staff/staff-api';
import { useTexts } from '../../../shared/i18n/use-texts';
import { RoundedAmount } from '../../../shared/ui/figures/amount';
import { Note } from '../../../shared/ui/page/note';
import styles from '../parts/desk.module.css';
import { Facts } from '../../../shared/ui/figures/facts';
import { OldestFeedback, OldestRecharge, OldestReview, OldestWithdrawal } from './oldest';
import { Panel } from '../../../shared/ui/page/panel';
import { Waiting } from '../../../shared/ui/page/waiting';
import { ReadTable } from '../parts/read-table';
import { Refresh } from '../parts/refresh';
import { pathOf, sees, type SectionName } from '../parts/sections';

/** What waits for staff, since when, and how the exchange is doing. */
export function OverviewPage({ own }: { own: OwnStaff }) {
  const { say, numbers } = useTexts();
  const {
    data,
    error,
    refetch,
    fulfilledTimeStamp = 0,
  } = useDeskOverviewQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const refresh = () => void refetch();
  const title = say('staff.section.overview');
  if (error || !data)
    return (
      <Panel title={title} level={1}>
        <Waiting error={error} onRetry={refresh} />
      </Panel>
    );
  return (
    <>
      <Panel title={title} level={1} actions={<Refresh onPress={refresh} />}>
        <Facts
          facts={[
            [say('staff.users.all'), numbers.fixed(String(data.users), 0)],
            [say('staff.users.new'), numbers.fixed(String(data.usersNew), 0)],
          ]}
        />
      </Panel>
      {/* What was looked at then is judged by the time it was then. */}
      <Pending key={fulfilledTimeStamp} own={own} overview={data} now={fulfilledTimeStamp} />
      <Volumes markets={data.markets} />
    </>
  );
}

function Pending({ own, overview, now }: { own: OwnStaff; overview: Overview; now: number }) {
  const { say } = useTexts();
  const { pending, overdue } = overview;
  const { verifications, withdrawals, recharges, proposals, feedback } = pending;
  const isAdmin = own.role === 'admin';
  return (
    <Panel title={say('staff.pending')} level={2}>
      <ul className={styles.pending}>
        <Card
          own={own}
          section="verifications"
          count={verifications}
          overdue={overdue.verifications}
          title={say('staff.pending.verifications')}
        >
          <OldestReview now={now} />
        </Card>
        {OPEN_WITHDRAWAL_STATUSES.map((status) => (
          <Card
            key={status}
            isFault={status === 'failed'}
            own={own}
            section="withdrawals"
            query={`?status=${status}`}
            count={withdrawals[status]}
            overdue={overdue.withdrawals[status]}
            title={say(`staff.pending.${status}`)}
          >
            <OldestWithdrawal status={status} total={withdrawals[status]} now={now} isAdmin={isAdmin} />
          </Card>
        ))}
        <Card
          own={own}
          section="recharges"
          count={recharges}
          overdue={overdue.recharges}
          title={say('staff.pending.recharges')}
        >
          <OldestRecharge total={recharges} now={now} />
        </Card>
        <Card
          own={own}
          section="feedback"
          count={feedback.open}
          overdue={overdue.feedback}
          title={say('staff.pending.feedback')}
        >
          <OldestFeedback of={feedback} now={now} />
        </Card>
        <Card
          own={own}
          section="proposals"
          count={proposals}
          overdue={overdue.proposals}
          title={say('staff.pending.proposals')}
        />
      </ul>
    </Panel>
  );
}

interface CardProps {
  own: OwnStaff;
  section: SectionName;
  query?: string;
  count: number;
  /** How many of them wait for too long. */
  overdue: number;
  /** Any is one too many. */
  isFault?: boolean;
  title: string;
  /** Since when the oldest waits. */
  children?: ReactNode;
}

/** How many wait; for who may do something about it, since when, and the way there. */
function Card({ own, section, query = '', count, overdue, isFault = false, title, children }: CardProps) {
  const { say, numbers } = useTexts();
  const figures = (
    <>
      <span>{title}</span>
      <b data-kind={count === 0 ? 'none' : isFault ? 'bad' : undefined}>{numbers.fixed(String(count), 0)}</b>
      {overdue > 0 && (
        <span className={styles.overdue}>
          {say('staff.pending.overdue', { count: numbers.fixed(String(overdue), 0) })}
        </span>
      )}
    </>
  );
  return (
    <li>
      {sees(own, section) ? (
        <Link className={styles.card} to={`${pathOf(own, section)}${query}`}>
          {figures}
          {count > 0 && children}
        </Link>
      ) : (
        <div className={styles.card}>{figures}</div>
      )}
    </li>
  );
}

function Volumes({ markets }: { markets: Overview['markets'] }) {
  const { say } = useTexts();
  const instruments = useInstrumentsById();
  const title = say('staff.volumes');
  return (
    <Panel title={title} level={2}>
      {markets.length === 0 ? (
        <Note kind="empty" text={say('staff.markets.empty')} />
      ) : (
        <ReadTable label={title}>
          <thead>
            <tr>
              <th scope="col">{say('staff.market')}</th>
              <th scope="col" className={styles.end}>
                {say('staff.volume')}
              </th>
              <th scope="col" className={styles.end}>
                {say('staff.turnover')}
              </th>
            </tr>
          </thead>
          <tbody>
            {markets.map(({ market, volume, turnover }) => {
              const { label = market, base = '', quote = '' } = instruments.get(market) ?? {};
              return (
                <tr key={market}>
                  <th scope="row" className={styles.rowHead}>
                    {label}
                  </th>
                  <td className={styles.end}>
                    <RoundedAmount of={volume} /> <small className={styles.unit}>{base}</small>
                  </td>
                  <td className={styles.end}>
                    <RoundedAmount of={turnover} /> <small className={styles.unit}>{quote}</small>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </ReadTable>
      )}
    </Panel>
  );
}
