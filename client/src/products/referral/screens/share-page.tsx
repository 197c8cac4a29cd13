import { useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router';
import { useReferralOverviewQuery, useReferralRulesQuery } from '../api/referral-api';
import { selectIsLogin, selectUser } from '../../../kit/entities/session/session-slice';
import { useTexts } from '../../../kit/i18n/use-texts';
import { entryPath } from '../../../kit/lib/own-path';
import { Facts } from '../../../kit/ui/figures/facts';
import { Faulty } from '../../../kit/ui/page/faulty';
import { Note } from '../../../kit/ui/page/note';
import { Panel } from '../../../kit/ui/page/panel';
import { Invitation } from './invitation';
import { Members } from './members';
import { ratesShown } from './rates';
import { RebateDays } from './rebate-days';
import { RebateList } from './rebate-list';
import { Rules } from './rules';
import styles from './share-page.module.css';
import { Money } from './money';

/** Inviting friends: code and link, invited members, and rebates. */
export function SharePage() {
  const { t, numbers } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  const isKnown = useSelector(selectUser) !== null;
  const { data: rules } = useReferralRulesQuery(undefined, { refetchOnMountOrArgChange: true });
  const rates = rules?.rates ?? null;
  const isPaid = rates !== null && rates.level1Ppb + rates.level2Ppb > 0;
  const lead = isPaid ? t('share.lead', ratesShown(numbers, rates)) : t('share.lead_none');
  return (
    <div className={styles.page}>
      <Panel title={t('menu.share')} level={1} {...(rules && { lead })}>
        {isLogin ? <Own isKnown={isKnown} /> : <Visitor />}
      </Panel>
      {isLogin && (
        <>
          <Panel title={t('share.days')} level={2}>
            <RebateDays isKnown={isKnown} />
          </Panel>
          <Panel title={t('share.list')} level={2}>
            <RebateList isKnown={isKnown} />
          </Panel>
          <Panel title={t('share.members')} level={2}>
            <Members isKnown={isKnown} />
          </Panel>
        </>
      )}
      {rules && (
        <Panel title={t('share.rules')} level={2}>
          <Rules rules={rules} />
        </Panel>
      )}
    </div>
  );
}

function Visitor() {
  const { t } = useTexts();
  const { pathname } = useLocation();
  return (
    <Note
      kind="empty"
      text={t('share.visitor')}
      action={
        <span className={styles.ways}>
          <Link to={entryPath('/login', pathname)}>{t('menu.login')}</Link>
          <Link to={entryPath('/register', pathname)}>{t('menu.register')}</Link>
        </span>
      }
    />
  );
}

function Own({ isKnown }: { isKnown: boolean }) {
  const { t, numbers } = useTexts();
  const { data, error, refetch } = useReferralOverviewQuery(undefined, {
    skip: !isKnown,
    refetchOnMountOrArgChange: true,
  });
  if (error && !data) return <Faulty error={error} onRetry={() => void refetch()} />;
  if (!data) return <Note kind="loading" text={t('page.loading')} />;
  const { invitationCode, level1, level2, totals } = data;
  return (
    <div className={styles.own}>
      <Invitation code={invitationCode} />
      <Facts
        details={[
          [t('share.level1'), <b key="1">{numbers.exact(String(level1))}</b>],
          [t('share.level2'), <b key="2">{numbers.exact(String(level2))}</b>],
        ]}
      />
      <section className={styles.paid} aria-label={t('share.paid')}>
        <h2>{t('share.paid')}</h2>
        {totals.length === 0 ? (
          <p>{t('share.paid_none')}</p>
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
