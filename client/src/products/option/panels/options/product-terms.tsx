import { Link } from 'react-router';
import type { OptionCatalogue, OptionProduct } from '../../../../../../shared/products/option/wire';
import { useDurationWords } from '../../../../entities/option/use-duration-words';
import { decimalOf } from '../../../../../../shared/rules/units';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { Facts } from '../../../../shared/ui/figures/facts';
import styles from './manage-options.module.css';
import { useOptionWords } from './option-words';

const PPB_SCALE = 9;

/** On what terms a product is sold, how much may be open, and what stands behind its payouts. */
export function ProductTerms({ product, cover }: { product: OptionProduct; cover: OptionCatalogue['cover'] }) {
  const { say, numbers } = useTexts();
  const how = useOptionWords();
  const durationWords = useDurationWords();
  const { asset, open } = product;
  const money = (amount: string) => how.money(amount, asset);
  const behind = cover.find((one) => one.asset === asset);
  const percent = (ppb: number) => numbers.exactPercent(decimalOf(BigInt(ppb), PPB_SCALE), 0);
  return (
    <div className={styles.results}>
      <section aria-label={say('option.duration')}>
        <h3>{say('option.duration')}</h3>
        <table className={styles.terms}>
          <thead>
            <tr>
              <th scope="col">{say('option.duration')}</th>
              <th scope="col">{say('option.rate')}</th>
              <th scope="col">{say('option.fee')}</th>
            </tr>
          </thead>
          <tbody>
            {product.durations.map(({ durationMs, payoutPpb, feePpb, feeAmount }) => (
              <tr key={durationMs}>
                <td>{durationWords(durationMs)}</td>
                <td>{percent(payoutPpb)}</td>
                <td>{feePpb > 0 ? percent(feePpb) : money(feeAmount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section aria-label={say('option.caps')}>
        <h3>{say('option.caps')}</h3>
        <Facts
          layout="lines"
          facts={[
            [say('option.caps.minimum'), money(product.amountMin)],
            [say('option.caps.maximum'), money(product.amountMax)],
            [say('option.caps.user'), money(product.userMax)],
            ...(product.offersLevels ? [[say('option.caps.levels'), money(product.levelsUserMax)] as const] : []),
            [say('option.caps.side'), money(product.sideMax)],
            [say('option.caps.total'), money(product.totalMax)],
          ]}
        />
      </section>
      <section aria-label={say('option.cover')}>
        <h3>{say('option.cover')}</h3>
        <Facts
          layout="lines"
          facts={[
            [say('option.open.up'), money(open.up)],
            [say('option.open.down'), money(open.down)],
            [say('option.cover.promised'), money(behind?.promised ?? '0')],
            [say('option.cover.held'), money(behind?.held ?? '0')],
          ]}
        />
        <p className={styles.hint}>
          {say('option.cover.hint')} <Link to="/earnPromised">{say('menu.earn_promised')}</Link>
        </p>
      </section>
    </div>
  );
}
