import { useEffect, useMemo, useRef } from 'react';
import { HTML_LANG } from '../../../../../../shared/wire/languages';
import { useFundingRatesQuery } from '../../api/contract-lists-api';
import { useContractWords } from '../../../../features/show-positions/position-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import { useRising, useTheme } from '../../../../shared/ui/theme';
import type { DrawnRates } from './drawn-rates';
import { fixedRates, type FixedRate } from './fixed-rates';
import styles from './contract-pages.module.css';

/** As many as a page of the list has at most: a month of three a day. */
const DRAWN = { pageIndex: 1, pageSize: 100 };

/** The latest rates of one contract. Why there are none the list below says. */
export function FundingChart({ market }: { market: string }) {
  const { data } = useFundingRatesQuery({ ...DRAWN, market }, { refetchOnMountOrArgChange: true });
  const rates = useMemo(() => fixedRates(data?.records ?? []), [data]);
  return rates.length > 0 && <Drawn market={market} rates={rates} />;
}

/** Whoever does not see it is told from when to when it goes, and between what. */
function Drawn({ market, rates }: { market: string; rates: readonly FixedRate[] }) {
  const { say, language } = useTexts();
  const how = useContractWords();
  const theme = useTheme();
  const rising = useRising();
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnRates | null>(null);
  useEffect(() => {
    let isCurrent = true;
    // The library is only loaded by whoever has something to draw.
    void import('./drawn-rates').then(({ drawRates }) => {
      if (!isCurrent || !place.current) return;
      drawn.current ??= drawRates(place.current);
      drawn.current.show(rates, HTML_LANG[language]);
    });
    return () => {
      isCurrent = false;
    };
  }, [rates, language, theme, rising]);
  useEffect(
    () => () => {
      drawn.current?.remove();
      drawn.current = null;
    },
    [],
  );
  const sorted = rates.map(({ rate }) => rate).sort((one, other) => Number(one) - Number(other));
  const label = say('contracts.funding_drawn', {
    market: how.label(market),
    from: dateAndTime(rates[0].at),
    to: dateAndTime(rates[rates.length - 1].at),
    lowest: how.rate(sorted[0]),
    highest: how.rate(sorted[sorted.length - 1]),
  });
  return (
    <figure className={styles.rates}>
      <div ref={place} role="img" aria-label={label} />
      <figcaption>{label}</figcaption>
    </figure>
  );
}
