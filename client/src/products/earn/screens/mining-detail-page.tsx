import { allocationStartsAt, firstIncomeAt, termOf } from '../../../../../shared/products/earn/rules/income';
import type { MiningProduct } from '../../../../../shared/products/earn/wire';
import { useMiningProductsQuery } from '../api/earn-api';
import { useEarnFormat } from '../api/earn-format';
import { EARN_SCREENS } from '../api/kinds';
import { MiningForm } from '../ticket/mining-form';
import { useTexts } from '../../../kit/i18n/use-texts';
import { useServerTime } from '../../../kit/stream/server-time';
import { MiningRules } from './mining-rules';
import { OfferDetail, OfferPage } from './offer-page';
import { OFFERS_MS } from './offers';

export function MiningDetailPage() {
  const query = useMiningProductsQuery(undefined, { pollingInterval: OFFERS_MS });
  return (
    <OfferPage<MiningProduct> query={query} listPath={EARN_SCREENS.mining.offers}>
      {(product) => <Detail key={product.product} product={product} />}
    </OfferPage>
  );
}

function Detail({ product }: { product: MiningProduct }) {
  const { t } = useTexts();
  const format = useEarnFormat();
  const now = useServerTime();
  const { asset, incomeAsset, dailyRatePpb, termDays, amountMin, amountMax, payout } = product;
  const { startsAt, expiresAt } = termOf(now, termDays);
  return (
    <OfferDetail
      product={product}
      ownLink={EARN_SCREENS.mining.own}
      rate={[t('earn.rate.daily'), format.percent(dailyRatePpb)]}
      details={[
        [t('earn.rate.monthly'), format.monthly(dailyRatePpb)],
        [t('earn.term'), format.days(termDays)],
        [t('mining.coin'), asset],
        [t('mining.income_coin'), incomeAsset],
        [t('mining.range'), format.range(amountMin, amountMax, asset)],
        [t('mining.payout'), t(`mining.payout.${payout}`)],
        [t('mining.rebate'), format.rebate(product)],
      ]}
      steps={[
        [t('mining.status.participated'), null],
        [t('mining.allocated_at'), allocationStartsAt(now)],
        [t('mining.starts_at'), startsAt],
        ...(payout === 'daily' ? [[t('mining.first'), firstIncomeAt(startsAt)] as const] : []),
        [t('mining.ends'), expiresAt],
      ]}
      rules={<MiningRules />}
      form={<MiningForm product={product} />}
    />
  );
}
