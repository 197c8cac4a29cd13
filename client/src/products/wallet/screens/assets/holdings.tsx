import { Search } from 'lucide-react';
import { useState } from 'react';
import type { MarketRecord } from '../../../../../../shared/wire/product';
import { isSmall, type Holding, type Valuation } from '../../api/valuation';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { useKeptSwitch } from '../../../../shared/lib/storage/kept';
import { Note } from '../../../../shared/ui/page/note';
import { Way } from '../../../../shared/ui/page/way';
import { accountOf, type TabName } from './accounts';
import styles from './assets-page.module.css';
import { HoldingsTable } from './holdings-table';

interface HoldingsProps {
  tab: TabName;
  valuation: Valuation;
  markets: readonly MarketRecord[];
  isHidden: boolean;
}

/** The assets of one account, or of all: found by name, small ones left out on demand. */
export function Holdings({ tab, valuation: { holdings }, markets, isHidden }: HoldingsProps) {
  const { say } = useTexts();
  const [wanted, setWanted] = useState('');
  const [hidesSmall, setHidesSmall] = useKeptSwitch('assets.hides_small');
  const shown = holdings.filter((holding) => matches(holding, wanted) && !(hidesSmall && isSmall(holding)));
  return (
    <>
      <header className={styles.tools}>
        <h2>{say('assets.holdings')}</h2>
        <label className={styles.small}>
          <input type="checkbox" checked={hidesSmall} onChange={() => setHidesSmall(!hidesSmall)} />
          {say('assets.hide_small')}
        </label>
        <label className={styles.search}>
          <Search size={15} aria-hidden="true" />
          <span className="spoken">{say('assets.search')}</span>
          <input
            type="search"
            value={wanted}
            placeholder={say('assets.search')}
            onChange={({ target }) => setWanted(target.value)}
          />
        </label>
      </header>
      {holdings.length === 0 ? (
        <Nothing tab={tab} />
      ) : shown.length === 0 ? (
        <Note kind="empty" text={say('assets.none_found')} />
      ) : (
        <HoldingsTable tab={tab} holdings={shown} markets={markets} isHidden={isHidden} />
      )}
    </>
  );
}

/** Where the first money comes from: outside, or another account. */
function Nothing({ tab }: { tab: TabName }) {
  const { say } = useTexts();
  const isFilledFromOutside = tab === 'all' || tab === 'spot' || tab === 'legal';
  return (
    <Note
      kind="empty"
      text={say(isFilledFromOutside ? 'assets.empty' : 'wallet.account_empty')}
      action={
        <Way to={isFilledFromOutside ? '/accountSet/recharge' : `/accountSet/transfer?from=spot&to=${accountOf(tab)}`}>
          {say(isFilledFromOutside ? 'wallet.menu.recharge' : 'wallet.menu.transfer')}
        </Way>
      }
    />
  );
}

function matches({ asset }: Holding, wanted: string): boolean {
  return asset.toLowerCase().includes(wanted.trim().toLowerCase());
}
