/** What is one's own: held now, all that was ever bought, and what comes in when. */
import type { ComponentType } from 'react';
import { useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router';
import { useFinancialHoldings } from '../../entities/earn/earn-slice';
import { FinancialHoldings, MiningHoldings } from '../../features/manage-earn/holdings-list';
import { IncomeCalendar } from '../../features/manage-earn/income-calendar';
import { FinancialRecords, MiningRecords } from '../../features/manage-earn/records-list';
import { selectIsLogin } from '../../entities/session/session-slice';
import type { TextKey } from '../../shared/i18n/i18n';
import { useTexts } from '../../shared/i18n/use-texts';
import { logInPath } from '../../shared/lib/own-path';
import { Note } from '../../shared/ui/note';
import { Panel } from '../../shared/ui/panel';
import { TabLinks, useActiveTab } from '../../shared/ui/tab-links';
import { Way } from '../../shared/ui/way';
import styles from './earn-pages.module.css';

interface OwnPageProps {
  title: TextKey;
  offers: { path: string; text: TextKey };
  contents: readonly [holdings: ComponentType, records: ComponentType, calendar: ComponentType];
}

const TABS = [
  { active: '1', text: 'earn.tab.holdings' },
  { active: '2', text: 'earn.tab.records' },
  { active: '3', text: 'earn.tab.calendar' },
] as const;

/** `active` of the address says which, from 1. */
function OwnPage({ title, offers, contents }: OwnPageProps) {
  const { say } = useTexts();
  const here = useLocation();
  const isLogin = useSelector(selectIsLogin);
  // Lists are as fresh as what the stream tells of holdings.
  useFinancialHoldings();
  const { active } = useActiveTab(TABS);
  const Content = contents[Number(active) - 1];
  return (
    <div className={styles.page} data-width="wide">
      <Panel title={say(title)} level={1} actions={<Link to={offers.path}>{say(offers.text)}</Link>}>
        <TabLinks label={say(title)} tabs={TABS} active={active} />
        {isLogin ? (
          <Content />
        ) : (
          <Note
            kind="empty"
            text={say('earn.none.visitor')}
            action={<Way to={logInPath(here)}>{say('menu.login')}</Way>}
          />
        )}
      </Panel>
    </div>
  );
}

export function FinancialRecordsPage() {
  return (
    <OwnPage
      title="menu.financial_records"
      offers={{ path: '/financial', text: 'menu.financial' }}
      contents={FINANCIAL}
    />
  );
}

export function MyMiningPage() {
  return <OwnPage title="menu.my_mining" offers={{ path: '/defiFinancial', text: 'menu.mining' }} contents={MINING} />;
}

const FINANCIAL = [FinancialHoldings, FinancialRecords, () => <IncomeCalendar kind="financial" />] as const;
const MINING = [MiningHoldings, MiningRecords, () => <IncomeCalendar kind="mining" />] as const;
