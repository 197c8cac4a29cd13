import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Overview, OwnStaff } from '../../../../shared/wire/staff';
import { OPEN_WITHDRAWAL_STATUSES } from '../../../../shared/products/wallet/wire';
import { useInstrumentsById } from '../../kit/entities/instrument/instrument';
import { useDeskOverviewQuery } from '../api/staff-api';
import { useTexts } from '../../kit/i18n/use-texts';
import { RoundedAmount } from '../../kit/ui/figures/amount';
import { Note } from '../../kit/ui/page/note';
import styles from '../parts/admin.module.css';
import { Facts } from '../../kit/ui/figures/facts';
import { OldestFeedback, OldestRecharge, OldestReview, OldestWithdrawal } from './oldest';
import { Panel } from '../../kit/ui/page/panel';
import { Waiting } from '../../kit/ui/page/waiting';
import { ReadTable } from '../parts/read-table';
import { Refresh } from '../parts/refresh';
import { pathOf, maySee, type SectionName } from '../parts/sections';

/** Pending tasks with their ages, and key figures of the exchange. */
export function OverviewPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t, numbers } = useTexts();
  const {
    data,
    error,
    refetch,
    fulfilledTimeStamp = 0,
  } = useDeskOverviewQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const refresh = () => void refetch();
  const title = t('staff.section.overview');
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
          details={[
            [t('staff.users.all'), numbers.fixed(String(data.users), 0)],
            [t('staff.users.new'), numbers.fixed(String(data.usersNew), 0)],
          ]}
        />
      </Panel>
      {/* Ages refer to the time of the response, not to the current time. */}
      <Pending key={fulfilledTimeStamp} ownStaff={ownStaff} overview={data} now={fulfilledTimeStamp} />
      <Volumes markets={data.markets} />
    </>
  );
}

function Pending({ ownStaff, overview, now }: { ownStaff: OwnStaff; overview: Overview; now: number }) {
  const { t } = useTexts();
  const { pending, overdue } = overview;
  const { verifications, withdrawals, recharges, proposals, feedback } = pending;
  const isAdmin = ownStaff.role === 'admin';
  return (
    <Panel title={t('staff.pending')} level={2}>
      <ul className={styles.pending}>
        <Card
          ownStaff={ownStaff}
          section="verifications"
          count={verifications}
          overdue={overdue.verifications}
          title={t('staff.pending.verifications')}
        >
          <OldestReview now={now} />
        </Card>
        {OPEN_WITHDRAWAL_STATUSES.map((status) => (
          <Card
            key={status}
            isFault={status === 'failed'}
            ownStaff={ownStaff}
            section="withdrawals"
            query={`?status=${status}`}
            count={withdrawals[status]}
            overdue={overdue.withdrawals[status]}
            title={t(`staff.pending.${status}`)}
          >
            <OldestWithdrawal status={status} total={withdrawals[status]} now={now} isAdmin={isAdmin} />
          </Card>
        ))}
        <Card
          ownStaff={ownStaff}
          section="recharges"
          count={recharges}
          overdue={overdue.recharges}
          title={t('staff.pending.recharges')}
        >
          <OldestRecharge total={recharges} now={now} />
        </Card>
        <Card
          ownStaff={ownStaff}
          section="feedback"
          count={feedback.open}
          overdue={overdue.feedback}
          title={t('staff.pending.feedback')}
        >
          <OldestFeedback feedback={feedback} now={now} />
        </Card>
        <Card
          ownStaff={ownStaff}
          section="proposals"
          count={proposals}
          overdue={overdue.proposals}
          title={t('staff.pending.proposals')}
        />
      </ul>
    </Panel>
  );
}

interface CardProps {
  ownStaff: OwnStaff;
  section: SectionName;
  query?: string;
  count: number;
  /** Number of overdue tasks. */
  overdue: number;
  /** True if any pending task is an error. */
  isFault?: boolean;
  title: string;
  /** Age of the oldest task. */
  children?: ReactNode;
}

/** Number of pending tasks. Staff with access also see the age and a link. */
function Card({ ownStaff, section, query = '', count, overdue, isFault = false, title, children }: CardProps) {
  const { t, numbers } = useTexts();
  const figures = (
    <>
      <span>{title}</span>
      <b data-kind={count === 0 ? 'none' : isFault ? 'bad' : undefined}>{numbers.fixed(String(count), 0)}</b>
      {overdue > 0 && (
        <span className={styles.overdue}>
          {t('staff.pending.overdue', { count: numbers.fixed(String(overdue), 0) })}
        </span>
      )}
    </>
  );
  return (
    <li>
      {maySee(ownStaff, section) ? (
        <Link className={styles.card} to={`${pathOf(ownStaff, section)}${query}`}>
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
  const { t } = useTexts();
  const instruments = useInstrumentsById();
  const title = t('staff.volumes');
  return (
    <Panel title={title} level={2}>
      {markets.length === 0 ? (
        <Note kind="empty" text={t('staff.markets.empty')} />
      ) : (
        <ReadTable label={title}>
          <thead>
            <tr>
              <th scope="col">{t('staff.market')}</th>
              <th scope="col" className={styles.end}>
                {t('staff.volume')}
              </th>
              <th scope="col" className={styles.end}>
                {t('staff.turnover')}
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
                    <RoundedAmount amount={volume} /> <small className={styles.unit}>{base}</small>
                  </td>
                  <td className={styles.end}>
                    <RoundedAmount amount={turnover} /> <small className={styles.unit}>{quote}</small>
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
