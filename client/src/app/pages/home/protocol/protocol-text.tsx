import { useTexts } from '../../../../kit/i18n/use-texts';
import { sparkline } from '../../../../kit/lib/numbers/sparkline';
import { mintedAfter, MINTED_FIRST_MONTH, SUPPLY_NEVER_REACHED } from './minting';
import styles from './protocol-text.module.css';
import { Section } from '../section';

const BOX = { width: 480, height: 160, inset: 0, ceiling: SUPPLY_NEVER_REACHED };
/** Long enough for the curve to become nearly flat. */
const MONTHS = 72;
const CURVE = sparkline(
  Array.from({ length: MONTHS + 1 }, (_, month) => ({ at: month, price: String(mintedAfter(month)) })),
  BOX,
);

/** Describes a protocol that this platform does not implement. It says so first and offers no action. */
export function ProtocolText() {
  const { t, numbers } = useTexts();
  const keyFigures = [
    {
      name: 'swap',
      figure: `${numbers.exactPercent('0.0025', 2)} + ${numbers.exactPercent('0.0005', 2)}`,
    },
    { name: 'mint', figure: numbers.fixed(String(MINTED_FIRST_MONTH), 0) },
    { name: 'supply', figure: `< ${numbers.fixed(String(SUPPLY_NEVER_REACHED), 0)}` },
    { name: 'mining', figure: numbers.exactPercent('0.9', 0) },
    { name: 'auction', figure: t('home.protocol.day') },
  ] as const;
  return (
    <Section
      title={t('home.protocol.title')}
      lead={t('home.protocol.lead')}
      aside={<span className={styles.mark}>{t('home.protocol.mark')}</span>}
    >
      <div className={styles.body}>
        <dl className={styles.facts}>
          {keyFigures.map(({ name, figure }) => (
            <div key={name}>
              <dt>{t(`home.protocol.fact.${name}`)}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
        <figure className={styles.curve}>
          <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} preserveAspectRatio="none" aria-hidden="true">
            <line x1="0" y1="1" x2={BOX.width} y2="1" />
            {CURVE && <path className={styles.area} d={CURVE.area} />}
            {CURVE && <path className={styles.line} d={CURVE.line} />}
          </svg>
          <figcaption>{t('home.protocol.curve')}</figcaption>
        </figure>
      </div>
      <p className={styles.notice}>{t('home.protocol.notice')}</p>
    </Section>
  );
}
