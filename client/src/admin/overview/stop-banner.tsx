/** Banner on every admin page while withdrawals are stopped: the difference, its time, and the action to lift the stop. */
import { OctagonAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { DriftBoard } from '../../../../shared/wire/desk';
import type { OwnStaff } from '../../../../shared/wire/staff';
import { useDriftQuery, useLiftWithdrawalsMutation } from '../api/drift-api';
import { REASON_LENGTH_MAX } from '../act/fields';
import { useTexts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { Amount } from '../../kit/ui/figures/amount';
import { Facts } from '../../kit/ui/figures/facts';
import { ActButton } from '../parts/act-button';
import { comparedWith } from './drift-words';
import { pathOf, maySee } from '../parts/sections';
import styles from './stop-banner.module.css';

export const DRIFT_POLL_MS = 10_000;

type Difference = DriftBoard['differences'][number];

export function StopBanner({ ownStaff }: { ownStaff: OwnStaff }) {
  const { data } = useDriftQuery(undefined, { pollingInterval: DRIFT_POLL_MS });
  const [first] = data?.differences ?? [];
  return data && first ? <Stopped ownStaff={ownStaff} first={first} differences={data.differences} /> : null;
}

function Stopped({
  ownStaff,
  first,
  differences,
}: {
  ownStaff: OwnStaff;
  first: Difference;
  differences: readonly Difference[];
}) {
  const { t, numbers } = useTexts();
  const { comparison, subject, asset, expected, found, at } = first;
  const furtherCount = differences.length - 1;
  // Null for staff who may not see balances.
  const figures: [string, ReactNode][] =
    subject === null || expected === null || found === null
      ? []
      : [
          [
            t('staff.drift.what'),
            <span key="what" className={styles.subject}>
              {subject}
            </span>,
          ],
          [t('staff.drift.expected'), <Amount key="expected" amount={expected} asset={asset} />],
          [t('staff.drift.found'), <Amount key="found" amount={found} asset={asset} />],
        ];
  const moreText = t('staff.drift.more', { count: numbers.fixed(String(furtherCount), 0) });
  return (
    <section className={styles.banner} role="alert" aria-labelledby="withdrawals-stopped">
      <OctagonAlert className={styles.icon} size={22} aria-hidden="true" />
      <div className={styles.words}>
        <h2 id="withdrawals-stopped">{t('staff.drift.stopped')}</h2>
        <p>{t('staff.drift.lead', { comparison: comparedWith(t, comparison) })}</p>
        <Facts details={[[t('staff.asset'), asset], ...figures, [t('staff.drift.since'), dateAndTime(at)]]} />
        {furtherCount > 0 && (
          <p>{maySee(ownStaff, 'risk') ? <Link to={pathOf(ownStaff, 'risk')}>{moreText}</Link> : moreText}</p>
        )}
      </div>
      {ownStaff.role === 'admin' && ownStaff.rights.includes('withdrawals') && <Lift differences={differences} />}
    </section>
  );
}

function Lift({ differences }: { differences: readonly Difference[] }) {
  const { t } = useTexts();
  const [lift] = useLiftWithdrawalsMutation();
  // Lifts only the differences shown, not later ones.
  const upTo = differences.reduce((highest, { difference }) => Math.max(highest, Number(difference)), 0);
  return (
    <ActButton
      text={t('staff.drift.lift')}
      act={{
        title: t('staff.drift.lift'),
        consequence: t('staff.drift.lift.consequence'),
        approvalRule: 'LiftWithdrawals',
        fields: [{ name: 'reason', label: t('staff.reason'), kind: 'lines', lengthMax: REASON_LENGTH_MAX }],
        confirm: t('staff.drift.lift'),
        successText: t('staff.drift.lifted'),
        send: ({ reason }, clientId) => lift({ clientId, upTo: String(upTo), reason }),
      }}
    />
  );
}
