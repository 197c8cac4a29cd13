import { TriangleAlert } from 'lucide-react';
import type { MarketRecord } from '../../../../../../shared/wire/product';
import { useContractInfoQuery } from '../../../../kit/entities/contract/contract-api';
import { useMark } from '../../../../kit/entities/contract/marks';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime, timeOfDay } from '../../../../kit/lib/numbers/format';
import styles from './contract-banner.module.css';
import { standingOf, type Standing } from './standing';

/** Says what the market's state currently forbids, and what is still allowed. */
export function ContractBanner({ market }: { market: MarketRecord }) {
  const { t } = useTexts();
  const mark = useMark(market.name);
  const { data: info } = useContractInfoQuery(market.name);
  const restriction = standingOf(market, mark, info);
  if (!restriction) return null;
  return (
    <p className={styles.banner} role="status">
      <TriangleAlert size={16} aria-hidden="true" />
      <span>{t(`perp.banner.${restriction.kind}`, timesOf(restriction))}</span>
    </p>
  );
}

function timesOf(restriction: Standing): Record<string, string> {
  if (restriction.kind === 'pause') return { time: timeOfDay(restriction.until) };
  return restriction.kind === 'ending' ? { time: dateAndTime(restriction.at) } : {};
}
