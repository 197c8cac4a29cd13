import { useSelector } from 'react-redux';
import { firstIncomeAt, termFrom } from '../../../../../shared/products/earn/rules/income';
import type { MiningProduct } from '../../../../../shared/products/earn/wire';
import { useBuyMiningMutation } from '../api/earn-api';
import { useOwnAmount } from '../api/earn-slice';
import { obstacleOf, useEarnWords } from '../api/earn-words';
import { miningIncome, timesOf } from '../api/income';
import { selectIndexPrice, type IndexPriceState } from '../../../entities/index-price/index-price-slice';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { useInterest } from '../../../shared/stream/interest';
import { useServerTime } from '../../../shared/stream/server-time';
import { EarnForm } from './earn-form';

/** In which the index tells what a coin is. */
const MEASURE = 'USDT';

export function MiningForm({ product }: { product: MiningProduct }) {
  const { say } = useTexts();
  const how = useEarnWords();
  const now = useServerTime();
  const [buy] = useBuyMiningMutation();
  const own = useOwnAmount('mining', product.product);
  const { asset, incomeAsset, termDays, payout } = product;
  const prices = { of: useIndexOf(asset), by: useIndexOf(incomeAsset) };
  const isAnother = asset !== incomeAsset;
  const { startsAt, expiresAt } = termFrom(now, termDays);
  const incomeOf = (amount: string | null): string | null => {
    if (amount === null) return null;
    if (!isAnother) return miningIncome(amount, product, null);
    const { of, by } = prices;
    return of === null || by === null ? null : miningIncome(amount, product, { of, by });
  };
  return (
    <EarnForm
      offer={{ ...product, userMax: product.amountMax, obstacle: obstacleOf(product) }}
      own={own}
      choice={{}}
      facts={(amount) => {
        const aDay = incomeOf(amount);
        const shown = (income: string | null) => (income === null ? '–' : how.money(income, incomeAsset));
        return [
          [say('mining.a_day'), shown(aDay)],
          [say('mining.projected'), shown(aDay === null ? null : timesOf(aDay, termDays))],
          [say('mining.first'), dateAndTime(payout === 'daily' ? firstIncomeAt(startsAt) : expiresAt)],
          [say('mining.ends'), dateAndTime(expiresAt)],
        ];
      }}
      terms={[say('mining.locked'), ...(isAnother ? [say('mining.index_note', { coin: incomeAsset })] : [])]}
      send={(amount, clientId) => buy({ clientId, product: product.product, amount })}
    />
  );
}

/** What one of it is by the index now; null as long as that is not known. */
function useIndexOf(asset: string): string | null {
  const market = `${asset}-${MEASURE}`;
  useInterest(asset === MEASURE ? null : { channel: 'index', market });
  const price = useSelector(
    (state: { indexPrice: IndexPriceState }) => selectIndexPrice(state, market).index?.price ?? null,
  );
  return asset === MEASURE ? '1' : price;
}
