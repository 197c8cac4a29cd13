import { useEffect, useMemo, useRef, useState } from 'react';
import { dayName, dayStart } from '../../../../../shared/rules/days';
import { HTML_LANG } from '../../../../../shared/wire/languages';
import { useReferralDaysQuery } from '../api/referral-api';
import { useTexts } from '../../../kit/i18n/use-texts';
import { sumOf } from '../../../kit/lib/numbers/exact';
import { loadWithRetry } from '../../../kit/lib/load-with-retry';
import { useServerDay } from '../../../kit/stream/server-time';
import { Choice } from '../../../kit/ui/controls/choice';
import { Faulty } from '../../../kit/ui/page/faulty';
import { Note } from '../../../kit/ui/page/note';
import { useTheme } from '../../../kit/ui/theme';
import type { DrawnRebates } from './drawn-rebates';
import { columnsOf, type DayColumn } from './day-columns';
import styles from './share-page.module.css';

const SPANS = ['30', '90', '365'] as const;

/** One chart per coin, because amounts of different coins do not add up. */
export function RebateDays({ isKnown }: { isKnown: boolean }) {
  const { t } = useTexts();
  const [span, setSpan] = useState<(typeof SPANS)[number]>('30');
  const [selectedAsset, setSelectedAsset] = useState<string | null>(null);
  const today = useServerDay();
  const first = today - Number(span);
  const { data, error, refetch } = useReferralDaysQuery(
    { from: dayStart(first), to: dayStart(today + 1) },
    { skip: !isKnown, refetchOnMountOrArgChange: true },
  );
  const assets = useMemo(() => [...new Set((data ?? []).map(({ asset }) => asset))].sort(), [data]);
  const asset = assets.find((name) => name === selectedAsset) ?? assets.find((name) => name === 'USDT') ?? assets.at(0);
  const columns = useMemo(
    () => (data && asset !== undefined ? columnsOf(data, asset, first, today - 1) : []),
    [data, asset, first, today],
  );
  if (error && !data) return <Faulty error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <div className={styles.tools}>
        <Choice
          label={t('share.days.span')}
          value={span}
          options={SPANS.map((value) => ({ value, text: t('share.days.last', { days: value }) }))}
          onChange={setSpan}
        />
        {asset !== undefined && assets.length > 1 && (
          <Choice
            label={t('share.days.coin')}
            value={asset}
            options={assets.map((value) => ({ value, text: value }))}
            onChange={setSelectedAsset}
          />
        )}
      </div>
      {!data ? (
        <Note kind="loading" text={t('page.loading')} />
      ) : asset === undefined ? (
        <Note kind="empty" text={t('share.days.none')} />
      ) : (
        <Drawn columns={columns} asset={asset} />
      )}
    </>
  );
}

/** The label states period and total for screen readers. */
function Drawn({ columns, asset }: { columns: readonly DayColumn[]; asset: string }) {
  const { t, numbers, language } = useTexts();
  const theme = useTheme();
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<DrawnRebates | null>(null);
  useEffect(() => {
    let isCurrent = true;
    // The chart library loads only if there is something to draw.
    void loadWithRetry(
      () => import('./drawn-rebates'),
      ({ drawRebates }) => {
        if (!isCurrent || !place.current) return;
        chart.current ??= drawRebates(place.current);
        chart.current.show(columns, HTML_LANG[language]);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [columns, language, theme]);
  useEffect(
    () => () => {
      chart.current?.remove();
      chart.current = null;
    },
    [],
  );
  const total = sumOf(columns.flatMap(({ level1, level2 }) => [level1, level2]));
  const label = t('share.days.drawn', {
    from: dayName(columns[0].day),
    to: dayName(columns[columns.length - 1].day),
    total: numbers.exact(total),
    asset,
  });
  return (
    <figure className={styles.chart}>
      <div ref={place} role="img" aria-label={label} />
      <figcaption>
        <span>{label}</span>
        <span className={styles.legend}>
          <i data-level="1" aria-hidden="true" /> {t('share.level.1')}
          <i data-level="2" aria-hidden="true" /> {t('share.level.2')}
        </span>
      </figcaption>
    </figure>
  );
}
