import { VALUE_ASSET } from '../../../../../shared/rules/valuation';
import type { ConvertQuote } from '../../../../../shared/products/convert/wire';
import { useTexts } from '../../../kit/i18n/use-texts';
import { compare } from '../../../kit/lib/numbers/exact';
import { Facts, type Fact } from '../../../kit/ui/figures/facts';
import { rateOf } from '../api/rate';
import { routeOf } from './convert-ticket';
import styles from './convert-form.module.css';

/** Details of a quote besides its proceeds. */
export function QuoteFacts({ quote }: { quote: ConvertQuote }) {
  const { t, numbers } = useTexts();
  const { from, to, spent, rest, received, least, legs, restUsdt } = quote;
  const money = (amount: string, asset: string): string => `${numbers.exact(amount)} ${asset}`;
  const rate = (a: string, b: string, one: string, other: string): string => `1 ${one} ≈ ${money(rateOf(a, b), other)}`;
  const isMore = (amount: string): boolean => compare(amount, '0') > 0;
  const details: Fact[] = [
    [
      t('convert.price'),
      <span key="price" className={styles.rates}>
        <span>{rate(spent, received, from, to)}</span>
        <small>{rate(received, spent, to, from)}</small>
      </span>,
    ],
    [t('convert.fee'), legs.map(({ fee }) => money(fee.amount, fee.asset)).join(' + ')],
    [t('convert.route'), routeOf(quote, legs).join(' → ')],
    [t('convert.least'), <b key="least">{money(least, to)}</b>],
  ];
  return (
    <div className={styles.quote}>
      <Facts layout="lines" details={details} />
      <p className={styles.small}>{t('convert.least.note')}</p>
      {isMore(rest) && <p className={styles.small}>{t('convert.rest', { amount: money(rest, from) })}</p>}
      {isMore(restUsdt) && (
        <p className={styles.small}>{t('convert.rest_usdt', { amount: money(restUsdt, VALUE_ASSET) })}</p>
      )}
    </div>
  );
}
