import { Link, useSearchParams } from 'react-router';
import { allocationFrom, firstIncomeAt, termFrom } from '../../../../shared/rules/earn/income';
import type { MiningProduct } from '../../../../shared/wire/mining';
import { useMiningProductsQuery } from '../../entities/earn/earn-api';
import { QuotaBar, useEarnWords } from '../../entities/earn/earn-words';
import { MiningForm } from '../../features/buy-earn/mining-form';
import { useTexts } from '../../shared/i18n/use-texts';
import { useServerTime } from '../../shared/stream/server-time';
import { Facts } from '../../shared/ui/facts';
import { Panel } from '../../shared/ui/panel';
import styles from './earn-pages.module.css';
import { MiningRules } from './mining-rules';
import { OFFERS_MS, useOffer } from './offers';
import { Timeline } from './timeline';

/** `product` of the address says which. */
export function MiningDetailPage() {
  const { say } = useTexts();
  const [parameters] = useSearchParams();
  const asked = useMiningProductsQuery(undefined, { pollingInterval: OFFERS_MS });
  const { product, instead } = useOffer({ asked, id: parameters.get('product') });
  return (
    <div className={styles.page}>
      {product ? (
        <Detail key={product.product} product={product} />
      ) : (
        <Panel title={say('menu.mining')} level={1} actions={<Link to="/defiFinancial">{say('menu.mining')}</Link>}>
          {instead}
        </Panel>
      )}
    </div>
  );
}

function Detail({ product }: { product: MiningProduct }) {
  const { say } = useTexts();
  const how = useEarnWords();
  const now = useServerTime();
  const { name, asset, incomeAsset, dailyRatePpb, termDays, amountMin, amountMax, payout } = product;
  const { startsAt, expiresAt } = termFrom(now, termDays);
  return (
    <div className={styles.detail}>
      <div className={styles.column}>
        <Panel title={name} level={1} actions={<Link to="/myDefi">{say('menu.my_mining')}</Link>}>
          <div className={styles.body}>
            <Facts
              facts={[
                [
                  say('earn.rate.daily'),
                  <span key="rate" className={styles.rate}>
                    {how.percent(dailyRatePpb)}
                  </span>,
                ],
                [say('earn.rate.monthly'), how.monthly(dailyRatePpb)],
                [say('earn.term'), how.days(termDays)],
                [say('mining.coin'), asset],
                [say('mining.income_coin'), incomeAsset],
                [say('mining.range'), how.range(amountMin, amountMax, asset)],
                [say('mining.payout'), say(`mining.payout.${payout}`)],
                [say('mining.rebate'), how.rebate(product)],
                [say('earn.quota'), <QuotaBar key="quota" {...product} />],
              ]}
            />
          </div>
        </Panel>
        <Timeline
          steps={[
            [say('mining.status.participated'), null],
            [say('mining.allocated_at'), allocationFrom(now)],
            [say('mining.starts_at'), startsAt],
            ...(payout === 'daily' ? [[say('mining.first'), firstIncomeAt(startsAt)] as const] : []),
            [say('mining.ends'), expiresAt],
          ]}
        />
        <Panel title={say('earn.rules')} level={2}>
          <MiningRules />
        </Panel>
      </div>
      <div className={styles.aside}>
        <Panel title={say('earn.form')} level={2}>
          <MiningForm product={product} />
        </Panel>
      </div>
    </div>
  );
}
