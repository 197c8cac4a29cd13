/** A user's own purchases: held now, all ever bought, and income by day. */
import type { ComponentType } from 'react';
import { useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router';
import type { EarnKind } from '../api/earn-api';
import { useHoldings } from '../api/earn-slice';
import { EARN_SCREENS } from '../api/kinds';
import { FinancialHoldings, MiningHoldings } from '../panels/holdings-list';
import { IncomeCalendar } from '../panels/income-calendar';
import { FinancialRecords, MiningRecords } from '../panels/records-list';
import { selectIsLogin } from '../../../entities/session/session-slice';
import { useTexts } from '../../../shared/i18n/use-texts';
import { logInPath } from '../../../shared/lib/own-path';
import { Note } from '../../../shared/ui/page/note';
import { Panel } from '../../../shared/ui/page/panel';
import { TabLinks, useActiveTab } from '../../../shared/ui/controls/tab-links';
import { Way } from '../../../shared/ui/page/way';
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

/** `active` of the address says which, from 1. */
function OwnPage({ kind, contents }: OwnPageProps) {
  const { say } = useTexts();
  const { offers, own } = EARN_SCREENS[kind];
  const here = useLocation();
  const isLogin = useSelector(selectIsLogin);
  // Lists are as fresh as what the stream tells of holdings.
  useHoldings(kind);
  const { active } = useActiveTab(TABS);
  const Content = contents[Number(active) - 1];
  return (
    <div className={styles.page} data-width="wide">
      <Panel title={say(own.text)} level={1} actions={<Link to={offers.to}>{say(offers.text)}</Link>}>
        <TabLinks label={say(own.text)} tabs={TABS} active={active} />
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

const FINANCIAL = [FinancialHoldings, FinancialRecords, () => <IncomeCalendar kind="financial" />] as const;
const MINING = [MiningHoldings, MiningRecords, () => <IncomeCalendar kind="mining" />] as const;

export const FinancialRecordsPage = () => <OwnPage kind="financial" contents={FINANCIAL} />;
export const MyMiningPage = () => <OwnPage kind="mining" contents={MINING} />;
