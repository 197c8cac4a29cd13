import { Search } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { MarketRecord } from '../../../../../../shared/wire/product';
import { isSmall, type Holding, type Valuation } from '../../api/valuation';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { usePreferenceSwitch } from '../../../../kit/lib/storage/preferences';
import { Note } from '../../../../kit/ui/page/note';
import { EmptyStateLink } from '../../../../kit/ui/page/empty-state-link';
import { accountOf, type TabName } from './accounts';
import styles from './assets-page.module.css';
import { HoldingsTable } from './holdings-table';

interface HoldingsProps {
  tab: TabName;
  valuation: Valuation;
  markets: readonly MarketRecord[];
  isHidden: boolean;
}

/** Assets of one account or all, searchable; small holdings can be hidden. */
export function Holdings({ tab, valuation: { holdings }, markets, isHidden }: HoldingsProps) {
  const { t } = useTexts();
  const [searchText, setSearchText] = useState('');
  const [hidesSmall, setHidesSmall] = usePreferenceSwitch('assets.hides_small');
  const visibleHoldings = holdings.filter(
    (holding) => matches(holding, searchText) && !(hidesSmall && isSmall(holding)),
  );
  return (
    <>
      <header className={styles.tools}>
        <h2>{t('assets.holdings')}</h2>
        {(tab === 'all' || tab === 'spot') && <Link to="/convert?active=2">{t('menu.convert_dust')}</Link>}
        <label className={styles.small}>
          <input type="checkbox" checked={hidesSmall} onChange={() => setHidesSmall(!hidesSmall)} />
          {t('assets.hide_small')}
        </label>
        <label className={styles.search}>
          <Search size={15} aria-hidden="true" />
          <span className="spoken">{t('assets.search')}</span>
          <input
            type="search"
            value={searchText}
            placeholder={t('assets.search')}
            onChange={({ target }) => setSearchText(target.value)}
          />
        </label>
      </header>
      {holdings.length === 0 ? (
        <Nothing tab={tab} />
      ) : visibleHoldings.length === 0 ? (
        <Note kind="empty" text={t('assets.none_found')} />
      ) : (
        <HoldingsTable tab={tab} holdings={visibleHoldings} markets={markets} isHidden={isHidden} />
      )}
    </>
  );
}

/** Links to where the first money comes from: outside, or another account. */
function Nothing({ tab }: { tab: TabName }) {
  const { t } = useTexts();
  const isFilledFromOutside = tab === 'all' || tab === 'spot' || tab === 'legal';
  return (
    <Note
      kind="empty"
      text={t(isFilledFromOutside ? 'assets.empty' : 'wallet.account_empty')}
      action={
        <EmptyStateLink
          to={isFilledFromOutside ? '/accountSet/recharge' : `/accountSet/transfer?from=spot&to=${accountOf(tab)}`}
        >
          {t(isFilledFromOutside ? 'wallet.menu.recharge' : 'wallet.menu.transfer')}
        </EmptyStateLink>
      }
    />
  );
}

function matches({ asset }: Holding, searchText: string): boolean {
  return asset.toLowerCase().includes(searchText.trim().toLowerCase());
}
