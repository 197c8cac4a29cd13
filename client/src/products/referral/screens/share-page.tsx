import { useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router';
import { useReferralOverviewQuery, useReferralRulesQuery } from '../api/referral-api';
import { selectIsLogin, selectUser } from '../../../entities/session/session-slice';
import { useTexts } from '../../../shared/i18n/use-texts';
import { entryPath } from '../../../shared/lib/own-path';
import { Facts } from '../../../shared/ui/figures/facts';
import { Faulty } from '../../../shared/ui/page/faulty';
import { Note } from '../../../shared/ui/page/note';
import { Panel } from '../../../shared/ui/page/panel';
import { Invitation } from './invitation';
import { Members } from './members';
import { ratesShown } from './rates';
import { RebateDays } from './rebate-days';
import { RebateList } from './rebate-list';
import { Rules } from './rules';
import styles from './share-page.module.css';
import { Money } from './money';

/** Inviting friends: the own code and link, whom they brought, and what came of it. */
export function SharePage() {
  const { say, numbers } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  const isKnown = useSelector(selectUser) !== null;
  const { data: rules } = useReferralRulesQuery(undefined, { refetchOnMountOrArgChange: true });
  const rates = rules?.rates ?? null;
  const isPaid = rates !== null && rates.level1Ppb + rates.level2Ppb > 0;
  const lead = isPaid ? say('share.lead', ratesShown(numbers, rates)) : say('share.lead_none');
  return (
    <div className={styles.page}>
      <Panel title={say('menu.share')} level={1} {...(rules && { lead })}>
        {isLogin ? <Own isKnown={isKnown} /> : <Visitor />}
      </Panel>
      {isLogin && (
        <>
          <Panel title={say('share.days')} level={2}>
            <RebateDays isKnown={isKnown} />
          </Panel>
          <Panel title={say('share.list')} level={2}>
            <RebateList isKnown={isKnown} />
          </Panel>
          <Panel title={say('share.members')} level={2}>
            <Members isKnown={isKnown} />
          </Panel>
        </>
      )}
      {rules && (
        <Panel title={say('share.rules')} level={2}>
          <Rules rules={rules} />
        </Panel>
      )}
    </div>
  );
}

function Visitor() {
  const { say } = useTexts();
  const { pathname } = useLocation();
  return (
    <Note
      kind="empty"
      text={say('share.visitor')}
      action={
        <span className={styles.ways}>
          <Link to={entryPath('/login', pathname)}>{say('menu.login')}</Link>
          <Link to={entryPath('/register', pathname)}>{say('menu.register')}</Link>
        </span>
      }
    />
  );
}

function Own({ isKnown }: { isKnown: boolean }) {
  const { say, numbers } = useTexts();
  const { data, error, refetch } = useReferralOverviewQuery(undefined, {
    skip: !isKnown,
    refetchOnMountOrArgChange: true,
  });
  if (error && !data) return <Faulty fault={error} onRetry={() => void refetch()} />;
  if (!data) return <Note kind="loading" text={say('page.loading')} />;
  const { invitationCode, level1, level2, totals } = data;
  return (
    <div className={styles.own}>
      <Invitation code={invitationCode} />
      <Facts
        facts={[
          [say('share.level1'), <b key="1">{numbers.exact(String(level1))}</b>],
          [say('share.level2'), <b key="2">{numbers.exact(String(level2))}</b>],
        ]}
      />
      <section className={styles.paid} aria-label={say('share.paid')}>
        <h2>{say('share.paid')}</h2>
        {totals.length === 0 ? (
          <p>{say('share.paid_none')}</p>
        ) : (
          <ul>
            {totals.map(({ asset, level1: first, level2: second }) => (
              <li key={asset}>
                <Money amounts={[first, second]} asset={asset} />
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
