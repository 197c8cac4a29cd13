import { isFixed, levelCharged, percentPlaces, ratioOfPpb, type Schedule } from '../../../../entities/fee/rates';
import { labelOf, useInstrumentsById } from '../../../../entities/instrument/instrument';
import { useTexts } from '../../../../shared/i18n/use-texts';
import styles from './rates-page.module.css';

interface RateTableProps {
  /** Said above the markets. */
  title?: string;
  schedule: Schedule;
  /** In BTC by level; none where volume decides nothing. */
  volumes: readonly string[];
  /** The user's own; null for a visitor. */
  level: number | null;
}

/** What each level pays in these markets, and what it takes to reach it. */
export function RateTable({ title, schedule: { markets, quote, tiers }, volumes, level: ownLevel }: RateTableProps) {
  const { say, numbers } = useTexts();
  const instruments = useInstrumentsById();
  const own = levelCharged(tiers, ownLevel);
  const places = percentPlaces(tiers.flatMap(({ makerPpb, takerPpb }) => [makerPpb, takerPpb]));
  const charged = (ppb: number, fixed: string | null) =>
    isFixed(fixed) ? `${numbers.exact(fixed)} ${quote}` : numbers.exactPercent(ratioOfPpb(ppb), places);
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={title ?? say('footer.rates')}>
      <table className={styles.table} data-columns={volumes.length > 0 ? 4 : 3}>
        <caption>
          {title !== undefined && <b>{title}</b>}
          {markets.map((market) => (
            <span key={market}>{labelOf(instruments, market)}</span>
          ))}
        </caption>
        <thead>
          <tr>
            <th scope="col">{say('rates.level')}</th>
            {volumes.length > 0 && <th scope="col">{say('rates.volume')}</th>}
            <th scope="col">{say('rates.maker')}</th>
            <th scope="col">{say('rates.taker')}</th>
          </tr>
        </thead>
        <tbody>
          {tiers.map(({ level, makerPpb, takerPpb, makerFixed, takerFixed }) => (
            <tr key={level} data-own={level === own} aria-current={level === own ? 'true' : undefined}>
              <th scope="row">
                {level}
                {level === own && <span className={styles.own}>{say('rates.own')}</span>}
              </th>
              {volumes.length > 0 && (
                // Beyond the last one only staff can put anybody.
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
