import { useSelector } from 'react-redux';
import { firstIncomeAt, termOf } from '../../../../../shared/products/earn/rules/income';
import type { MiningProduct } from '../../../../../shared/products/earn/wire';
import { useBuyMiningMutation } from '../api/earn-api';
import { useOwnAmount } from '../api/earn-slice';
import { saleObstacleOf, useEarnFormat } from '../api/earn-format';
import { miningIncome, timesOf } from '../api/income';
import { selectIndexPrice, type IndexPriceState } from '../../../kit/entities/index-price/index-price-slice';
import { useTexts } from '../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../kit/lib/numbers/format';
import { useInterest } from '../../../kit/stream/interest';
import { useServerTime } from '../../../kit/stream/server-time';
import { EarnForm } from './earn-form';

/** Currency of index prices. */
const MEASURE = 'USDT';

export function MiningForm({ product }: { product: MiningProduct }) {
  const { t } = useTexts();
  const format = useEarnFormat();
  const now = useServerTime();
  const [buy] = useBuyMiningMutation();
  const ownAmount = useOwnAmount('mining', product.product);
  const { asset, incomeAsset, termDays, payout } = product;
  const prices = { assetPrice: useIndexOf(asset), incomePrice: useIndexOf(incomeAsset) };
  const isAnother = asset !== incomeAsset;
  const { startsAt, expiresAt } = termOf(now, termDays);
  const incomeOf = (amount: string | null): string | null => {
    if (amount === null) return null;
    if (!isAnother) return miningIncome(amount, product, null);
    const { assetPrice, incomePrice } = prices;
    return assetPrice === null || incomePrice === null
      ? null
      : miningIncome(amount, product, { assetPrice, incomePrice });
  };
  return (
    <EarnForm
      offer={{ ...product, userMax: product.amountMax, obstacle: saleObstacleOf(product) }}
      ownAmount={ownAmount}
      choice={{}}
      detailsOf={(amount) => {
        const aDay = incomeOf(amount);
        const incomeText = (income: string | null) => (income === null ? '–' : format.money(income, incomeAsset));
        return [
          [t('mining.a_day'), incomeText(aDay)],
          [t('mining.projected'), incomeText(aDay === null ? null : timesOf(aDay, termDays))],
          [t('mining.first'), dateAndTime(payout === 'daily' ? firstIncomeAt(startsAt) : expiresAt)],
          [t('mining.ends'), dateAndTime(expiresAt)],
        ];
      }}
      terms={[t('mining.locked'), ...(isAnother ? [t('mining.index_note', { coin: incomeAsset })] : [])]}
      send={(amount, clientId) => buy({ clientId, product: product.product, amount })}
    />
  );
}

/** Index price of one unit; null until known. */
function useIndexOf(asset: string): string | null {
  const market = `${asset}-${MEASURE}`;
  useInterest(asset === MEASURE ? null : { channel: 'index', market });
  const price = useSelector(
    (state: { indexPrice: IndexPriceState }) => selectIndexPrice(state, market).index?.price ?? null,
  );
  return asset === MEASURE ? '1' : price;
}
