import { allocationFrom, firstIncomeAt, termFrom } from '../../../../../shared/products/earn/rules/income';
import type { MiningProduct } from '../../../../../shared/products/earn/wire';
import { useMiningProductsQuery } from '../api/earn-api';
import { useEarnWords } from '../api/earn-words';
import { EARN_SCREENS } from '../api/kinds';
import { MiningForm } from '../ticket/mining-form';
import { useTexts } from '../../../shared/i18n/use-texts';
import { useServerTime } from '../../../shared/stream/server-time';
import { MiningRules } from './mining-rules';
import { OfferDetail, OfferPage } from './offer-page';
import { OFFERS_MS } from './offers';

export function MiningDetailPage() {
  const asked = useMiningProductsQuery(undefined, { pollingInterval: OFFERS_MS });
  return (
    <OfferPage<MiningProduct> asked={asked} all={EARN_SCREENS.mining.offers}>
      {(product) => <Detail key={product.product} product={product} />}
    </OfferPage>
  );
}

function Detail({ product }: { product: MiningProduct }) {
  const { say } = useTexts();
  const how = useEarnWords();
  const now = useServerTime();
  const { asset, incomeAsset, dailyRatePpb, termDays, amountMin, amountMax, payout } = product;
  const { startsAt, expiresAt } = termFrom(now, termDays);
  return (
    <OfferDetail
      product={product}
      own={EARN_SCREENS.mining.own}
      rate={[say('earn.rate.daily'), how.percent(dailyRatePpb)]}
      facts={[
        [say('earn.rate.monthly'), how.monthly(dailyRatePpb)],
        [say('earn.term'), how.days(termDays)],
        [say('mining.coin'), asset],
        [say('mining.income_coin'), incomeAsset],
        [say('mining.range'), how.range(amountMin, amountMax, asset)],
        [say('mining.payout'), say(`mining.payout.${payout}`)],
        [say('mining.rebate'), how.rebate(product)],
      ]}
      steps={[
        [say('mining.status.participated'), null],
        [say('mining.allocated_at'), allocationFrom(now)],
        [say('mining.starts_at'), startsAt],
        ...(payout === 'daily' ? [[say('mining.first'), firstIncomeAt(startsAt)] as const] : []),
        [say('mining.ends'), expiresAt],
      ]}
      rules={<MiningRules />}
      form={<MiningForm product={product} />}
    />
  );
}
