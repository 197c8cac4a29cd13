import { useRef } from 'react';
import { useSelector } from 'react-redux';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useMarketList } from '../../../kit/entities/market/market-api';
import { selectIsLogin } from '../../../kit/entities/session/session-slice';
import { useTexts } from '../../../kit/i18n/use-texts';
import { logInPath } from '../../../kit/lib/own-path';
import { TabLinks, useActiveTab } from '../../../kit/ui/controls/tab-links';
import { Note } from '../../../kit/ui/page/note';
import { Panel } from '../../../kit/ui/page/panel';
import { Waiting } from '../../../kit/ui/page/waiting';
import { EmptyStateLink } from '../../../kit/ui/page/empty-state-link';
import { coinsOf, pairIn } from '../api/coins';
import { ConversionRecords } from '../panels/conversion-records';
import { DustList } from '../panels/dust-list';
import { ConvertForm } from '../ticket/convert-form';
import styles from './convert-page.module.css';

const TABS = [
  { active: '1', text: 'menu.convert' },
  { active: '2', text: 'convert.tab.dust' },
] as const;

const RULES = {
  '1': ['convert.how.book', 'convert.how.route', 'convert.how.valid', 'convert.how.fee'],
  '2': ['convert.how.small', 'convert.how.day', 'convert.how.discount', 'convert.how.locked'],
} as const;

/** `from` and `to` in the address preselect the coins, `active` the tab. */
export function ConvertPage() {
  const { t } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  const { data: markets, error, refetch } = useMarketList();
  const { active } = useActiveTab(TABS);
  const records = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <Panel
          title={t(active === '1' ? 'menu.convert' : 'menu.convert_dust')}
          lead={t(`convert.lead.${active}`)}
          level={1}
        >
          <TabLinks label={t('menu.convert')} tabs={TABS} active={active} />
          {active === '2' ? (
            isLogin ? (
              <DustList />
            ) : (
              <Visitor />
            )
          ) : markets ? (
            <Card {...{ markets }} onRecords={() => records.current?.scrollIntoView()} />
          ) : (
            <Waiting error={error} onRetry={refetch} />
          )}
        </Panel>
        <aside className={styles.how} aria-labelledby="convert-how">
          <h2 id="convert-how">{t('convert.how')}</h2>
          <ul>
            {RULES[active].map((rule) => (
              <li key={rule}>{t(rule)}</li>
            ))}
          </ul>
          <Link to={`/helpCenter?q=${encodeURIComponent(t('menu.convert'))}`}>{t('convert.how.more')}</Link>
        </aside>
      </div>
      {isLogin && (
        <div ref={records} className={styles.records}>
          <Panel title={t('convert.records')} level={2}>
            <ConversionRecords coins={coinsOf(markets ?? [])} />
          </Panel>
        </div>
      )}
    </div>
  );
}

function Visitor() {
  const { t } = useTexts();
  const currentLocation = useLocation();
  return (
    <Note
      kind="empty"
      text={t('convert.dust.visitor')}
      action={<EmptyStateLink to={logInPath(currentLocation)}>{t('menu.login')}</EmptyStateLink>}
    />
  );
}

type Markets = NonNullable<ReturnType<typeof useMarketList>['data']>;

function Card({ markets, onRecords }: { markets: Markets; onRecords: () => void }) {
  const { t } = useTexts();
  const [parameters] = useSearchParams();
  const pair = pairIn(markets, { from: parameters.get('from'), to: parameters.get('to') });
  if (!pair) return <Note kind="empty" text={t('convert.none.markets')} />;
  return <ConvertForm {...{ markets, pair, onRecords }} />;
}
