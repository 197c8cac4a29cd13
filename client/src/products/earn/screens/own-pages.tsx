/** The user's purchases: current holdings, all purchases, and income by day. */
import type { ComponentType } from 'react';
import { useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router';
import type { EarnKind } from '../api/earn-api';
import { useHoldings } from '../api/earn-slice';
import { EARN_SCREENS } from '../api/kinds';
import { FinancialHoldings, MiningHoldings } from '../panels/holdings-list';
import { IncomeCalendar } from '../panels/income-calendar';
import { FinancialRecords, MiningRecords } from '../panels/records-list';
import { selectIsLogin } from '../../../kit/entities/session/session-slice';
import { useTexts } from '../../../kit/i18n/use-texts';
import { logInPath } from '../../../kit/lib/own-path';
import { Note } from '../../../kit/ui/page/note';
import { Panel } from '../../../kit/ui/page/panel';
import { TabLinks, useActiveTab } from '../../../kit/ui/controls/tab-links';
import { EmptyStateLink } from '../../../kit/ui/page/empty-state-link';
import styles from './earn-pages.module.css';

interface OwnPageProps {
  kind: EarnKind;
  contents: readonly [holdings: ComponentType, records: ComponentType, calendar: ComponentType];
}

const TABS = [
  { active: '1', text: 'earn.tab.holdings' },
  { active: '2', text: 'earn.tab.records' },
  { active: '3', text: 'earn.tab.calendar' },
] as const;

/** `active` in the address selects the tab, counted from 1. */
function OwnPage({ kind, contents }: OwnPageProps) {
  const { t } = useTexts();
  const { offers, own: ownLink } = EARN_SCREENS[kind];
  const currentLocation = useLocation();
  const isLogin = useSelector(selectIsLogin);
  // Subscribes on every tab, because lists refetch when holdings change.
  useHoldings(kind);
  const { active } = useActiveTab(TABS);
  const Content = contents[Number(active) - 1];
  return (
    <div className={styles.page} data-width="wide">
      <Panel title={t(ownLink.text)} level={1} actions={<Link to={offers.to}>{t(offers.text)}</Link>}>
        <TabLinks label={t(ownLink.text)} tabs={TABS} active={active} />
        {isLogin ? (
          <Content />
        ) : (
          <Note
            kind="empty"
            text={t('earn.none.visitor')}
            action={<EmptyStateLink to={logInPath(currentLocation)}>{t('menu.login')}</EmptyStateLink>}
          />
        )}
      </Panel>
    </div>
  );
}

const FINANCIAL = [FinancialHoldings, FinancialRecords, () => <IncomeCalendar kind="financial" />] as const;
const MINING = [MiningHoldings, MiningRecords, () => <IncomeCalendar kind="mining" />] as const;

export const FinancialRecordsPage = () => <OwnPage kind="financial" contents={FINANCIAL} />;
export const MyMiningPage = () => <OwnPage kind="mining" contents={MINING} />;
