import { isFixed, levelCharged, percentPlaces, ratioOfPpb, type Schedule } from '../../../../kit/entities/fee/rates';
import { labelOf, useInstrumentsById } from '../../../../kit/entities/instrument/instrument';
import { useTexts } from '../../../../kit/i18n/use-texts';
import tables from '../../../../kit/ui/fees/fee-table.module.css';

interface RateTableProps {
  /** Heading above the markets. */
  title?: string;
  schedule: Schedule;
  /** Required volumes in BTC by level; empty if volume does not decide. */
  volumes: readonly string[];
  /** The user's level; null for visitors. */
  level: number | null;
}

/** Fees of these markets by level, with the volume each level requires. */
export function RateTable({ title, schedule: { markets, quote, tiers }, volumes, level: ownLevel }: RateTableProps) {
  const { t, numbers } = useTexts();
  const instruments = useInstrumentsById();
  const chargedLevel = levelCharged(tiers, ownLevel);
  const places = percentPlaces(tiers.flatMap(({ makerPpb, takerPpb }) => [makerPpb, takerPpb]));
  const charged = (ppb: number, fixed: string | null) =>
    isFixed(fixed) ? `${numbers.exact(fixed)} ${quote}` : numbers.exactPercent(ratioOfPpb(ppb), places);
  return (
    <div className={tables.scroll} tabIndex={0} role="group" aria-label={title ?? t('footer.rates')}>
      <table className={tables.table} data-columns={volumes.length > 0 ? 4 : 3}>
        <caption>
          {title !== undefined && <b>{title}</b>}
          {markets.map((market) => (
            <span key={market}>{labelOf(instruments, market)}</span>
          ))}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('rates.level')}</th>
            {volumes.length > 0 && <th scope="col">{t('rates.volume')}</th>}
            <th scope="col">{t('rates.maker')}</th>
            <th scope="col">{t('rates.taker')}</th>
          </tr>
        </thead>
        <tbody>
          {tiers.map(({ level, makerPpb, takerPpb, makerFixed, takerFixed }) => (
            <tr
              key={level}
              data-own={level === chargedLevel}
              aria-current={level === chargedLevel ? 'true' : undefined}
            >
              <th scope="row">
                {level}
                {level === chargedLevel && <span className={tables.own}>{t('rates.own')}</span>}
              </th>
              {volumes.length > 0 && (
                // Levels without a required volume are assigned by staff only.
                <td>{volumes.length > level ? `≥ ${numbers.exact(volumes[level])}` : '–'}</td>
              )}
              <td>{charged(makerPpb, makerFixed)}</td>
              <td>{charged(takerPpb, takerFixed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
