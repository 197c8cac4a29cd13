import { useEffect, useMemo, useRef } from 'react';
import { HTML_LANG } from '../../../../../../shared/wire/languages';
import { useFundingRatesQuery } from '../../api/contract-lists-api';
import { useContractFormat } from '../../../../kit/positions/position-format';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { useRising, useTheme } from '../../../../kit/ui/theme';
import type { DrawnRates } from './drawn-rates';
import { fixedRates, type FixedRate } from './fixed-rates';
import styles from './contract-pages.module.css';

/** Maximum page size; covers a month at three rates a day. */
const DRAWN = { pageIndex: 1, pageSize: 100 };

/** Latest rates of one contract. If there are none, the list below explains why. */
export function FundingChart({ market }: { market: string }) {
  const { data } = useFundingRatesQuery({ ...DRAWN, market }, { refetchOnMountOrArgChange: true });
  const rates = useMemo(() => fixedRates(data?.records ?? []), [data]);
  return rates.length > 0 && <Drawn market={market} rates={rates} />;
}

/** The description for screen readers gives the time span and the range of rates. */
function Drawn({ market, rates }: { market: string; rates: readonly FixedRate[] }) {
  const { t, language } = useTexts();
  const format = useContractFormat();
  const theme = useTheme();
  const rising = useRising();
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<DrawnRates | null>(null);
  useEffect(() => {
    let isCurrent = true;
    // Loads the chart library only if there is something to draw.
    void import('./drawn-rates').then(({ drawRates }) => {
      if (!isCurrent || !place.current) return;
      chart.current ??= drawRates(place.current);
      chart.current.show(rates, HTML_LANG[language]);
    });
    return () => {
      isCurrent = false;
    };
  }, [rates, language, theme, rising]);
  useEffect(
    () => () => {
      chart.current?.remove();
      chart.current = null;
    },
    [],
  );
  const sorted = rates.map(({ rate }) => rate).sort((one, other) => Number(one) - Number(other));
  const label = t('contracts.funding_drawn', {
    market: format.label(market),
    from: dateAndTime(rates[0].at),
    to: dateAndTime(rates[rates.length - 1].at),
    lowest: format.rate(sorted[0]),
    highest: format.rate(sorted[sorted.length - 1]),
  });
  return (
    <figure className={styles.rates}>
      <div ref={place} role="img" aria-label={label} />
      <figcaption>{label}</figcaption>
    </figure>
  );
}
