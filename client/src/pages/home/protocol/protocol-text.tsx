import { useTexts } from '../../../shared/i18n/use-texts';
import { sparkline } from '../../../shared/lib/numbers/sparkline';
import { mintedAfter, MINTED_FIRST_MONTH, SUPPLY_NEVER_REACHED } from './minting';
import styles from './protocol-text.module.css';
import { Section } from '../section';

const BOX = { width: 480, height: 160, inset: 0, ceiling: SUPPLY_NEVER_REACHED };
/** By then it is all but flat. */
const MONTHS = 72;
const CURVE = sparkline(
  Array.from({ length: MONTHS + 1 }, (_, month) => ({ at: month, price: String(mintedAfter(month)) })),
  BOX,
);

/** A description of something that this platform is not: said first, and with nothing to press. */
export function ProtocolText() {
  const { say, numbers } = useTexts();
  const facts = [
    {
      name: 'swap',
      figure: `${numbers.exactPercent('0.0025', 2)} + ${numbers.exactPercent('0.0005', 2)}`,
    },
    { name: 'mint', figure: numbers.fixed(String(MINTED_FIRST_MONTH), 0) },
    { name: 'supply', figure: `< ${numbers.fixed(String(SUPPLY_NEVER_REACHED), 0)}` },
    { name: 'mining', figure: numbers.exactPercent('0.9', 0) },
    { name: 'auction', figure: say('home.protocol.day') },
  ] as const;
  return (
    <Section
      title={say('home.protocol.title')}
      lead={say('home.protocol.lead')}
      aside={<span className={styles.mark}>{say('home.protocol.mark')}</span>}
    >
      <div className={styles.body}>
        <dl className={styles.facts}>
          {facts.map(({ name, figure }) => (
            <div key={name}>
              <dt>{say(`home.protocol.fact.${name}`)}</dt>
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
          <figcaption>{say('home.protocol.curve')}</figcaption>
        </figure>
      </div>
      <p className={styles.notice}>{say('home.protocol.notice')}</p>
    </Section>
  );
}
