/** On every page of the desk: withdrawals are stopped, by which difference, since when, and the way to lift it. */
import { OctagonAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { DriftBoard } from '../../../../../shared/wire/desk';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { useDriftQuery, useLiftWithdrawalsMutation } from '../../../entities/staff/drift-api';
import { REASON_LENGTH_MAX } from '../../../features/staff-act/fields';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Amount } from '../../../shared/ui/figures/amount';
import { Facts } from '../../../shared/ui/figures/facts';
import { ActButton } from '../parts/act-button';
import { comparedWith } from './drift-words';
import { pathOf, sees } from '../parts/sections';
import styles from './stop-banner.module.css';

export const DRIFT_POLL_MS = 10_000;

type Difference = DriftBoard['differences'][number];

export function StopBanner({ own }: { own: OwnStaff }) {
  const { data } = useDriftQuery(undefined, { pollingInterval: DRIFT_POLL_MS });
  const [first] = data?.differences ?? [];
  return data && first ? <Stopped own={own} first={first} all={data.differences} /> : null;
}

function Stopped({ own, first, all }: { own: OwnStaff; first: Difference; all: readonly Difference[] }) {
  const { say, numbers } = useTexts();
  const { comparison, subject, asset, expected, found, at } = first;
  const more = all.length - 1;
  // Null for whom balances are none of their business.
  const figures: [string, ReactNode][] =
    subject === null || expected === null || found === null
      ? []
      : [
          [
            say('staff.drift.what'),
            <span key="what" className={styles.subject}>
              {subject}
            </span>,
          ],
          [say('staff.drift.expected'), <Amount key="expected" of={expected} asset={asset} />],
          [say('staff.drift.found'), <Amount key="found" of={found} asset={asset} />],
        ];
  const told = say('staff.drift.more', { count: numbers.fixed(String(more), 0) });
  return (
    <section className={styles.banner} role="alert" aria-labelledby="withdrawals-stopped">
      <OctagonAlert className={styles.icon} size={22} aria-hidden="true" />
      <div className={styles.words}>
        <h2 id="withdrawals-stopped">{say('staff.drift.stopped')}</h2>
        <p>{say('staff.drift.lead', { comparison: comparedWith(say, comparison) })}</p>
        <Facts facts={[[say('staff.asset'), asset], ...figures, [say('staff.drift.since'), dateAndTime(at)]]} />
        {more > 0 && <p>{sees(own, 'risk') ? <Link to={pathOf(own, 'risk')}>{told}</Link> : told}</p>}
      </div>
      {own.role === 'admin' && own.rights.includes('withdrawals') && <Lift all={all} />}
    </section>
  );
}

function Lift({ all }: { all: readonly Difference[] }) {
  const { say } = useTexts();
  const [lift] = useLiftWithdrawalsMutation();
  // What was seen, and nothing that comes while somebody reads.
  const upTo = all.reduce((highest, { difference }) => Math.max(highest, Number(difference)), 0);
  return (
    <ActButton
      text={say('staff.drift.lift')}
      act={{
        title: say('staff.drift.lift'),
        consequence: say('staff.drift.lift.consequence'),
        takes: 'LiftWithdrawals',
        fields: [{ name: 'reason', label: say('staff.reason'), kind: 'lines', lengthMax: REASON_LENGTH_MAX }],
        confirm: say('staff.drift.lift'),
        done: say('staff.drift.lifted'),
        send: ({ reason }, clientId) => lift({ clientId, upTo: String(upTo), reason }),
      }}
    />
  );
}
