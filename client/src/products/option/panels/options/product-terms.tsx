import { Link } from 'react-router';
import type { OptionCatalogue, OptionProduct } from '../../../../../../shared/products/option/wire';
import { useDurationWords } from '../../api/use-duration-words';
import { decimalOf } from '../../../../../../shared/rules/units';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { Facts } from '../../../../kit/ui/figures/facts';
import styles from './manage-options.module.css';
import { useOptionFormat } from './option-format';

const PPB_SCALE = 9;

/** Terms of a product, its limits on open contracts, and the funds that cover its payouts. */
export function ProductTerms({ product, cover }: { product: OptionProduct; cover: OptionCatalogue['cover'] }) {
  const { t, numbers } = useTexts();
  const format = useOptionFormat();
  const durationWords = useDurationWords();
  const { asset, open } = product;
  const money = (amount: string) => format.money(amount, asset);
  const assetCover = cover.find((one) => one.asset === asset);
  const percent = (ppb: number) => numbers.exactPercent(decimalOf(BigInt(ppb), PPB_SCALE), 0);
  return (
    <div className={styles.results}>
      <section aria-label={t('option.duration')}>
        <h3>{t('option.duration')}</h3>
        <table className={styles.terms}>
          <thead>
            <tr>
              <th scope="col">{t('option.duration')}</th>
              <th scope="col">{t('option.rate')}</th>
              <th scope="col">{t('option.fee')}</th>
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
      <section aria-label={t('option.caps')}>
        <h3>{t('option.caps')}</h3>
        <Facts
          layout="lines"
          details={[
            [t('option.caps.minimum'), money(product.amountMin)],
            [t('option.caps.maximum'), money(product.amountMax)],
            [t('option.caps.user'), money(product.userMax)],
            ...(product.offersLevels ? [[t('option.caps.levels'), money(product.levelsUserMax)] as const] : []),
            [t('option.caps.side'), money(product.sideMax)],
            [t('option.caps.total'), money(product.totalMax)],
          ]}
        />
      </section>
      <section aria-label={t('option.cover')}>
        <h3>{t('option.cover')}</h3>
        <Facts
          layout="lines"
          details={[
            [t('option.open.up'), money(open.up)],
            [t('option.open.down'), money(open.down)],
            [t('option.cover.promised'), money(assetCover?.promised ?? '0')],
            [t('option.cover.held'), money(assetCover?.held ?? '0')],
          ]}
        />
        <p className={styles.hint}>
          {t('option.cover.hint')} <Link to="/earnPromised">{t('menu.earn_promised')}</Link>
        </p>
      </section>
    </div>
  );
}
