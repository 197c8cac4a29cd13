import { scaleOf } from '../../../../../../shared/rules/units';
import { useTexts } from '../../../i18n/use-texts';
import { Figure } from '../../../ui/figures/figure';
import type { PreviewLine } from './ticket-kind';

const PERCENT_PLACES_MIN = 2;

/** Preview of an order as a list of facts. Amounts are never truncated. */
export function PreviewLines({ lines, quote }: { lines: readonly PreviewLine[]; quote: string }) {
  const { t, numbers } = useTexts();
  const rateOf = ({ kind, value, asset }: NonNullable<PreviewLine['rate']>) =>
    kind === 'ratio' ? numbers.exactPercent(value, PERCENT_PLACES_MIN) : `${numbers.exact(value)} ${asset}`;
  const amountOf = ({ amount, digits, asset, isEstimate }: PreviewLine) =>
    amount === null
      ? '–'
      : `${isEstimate ? '≈ ' : ''}${numbers.fixed(amount, Math.max(digits, scaleOf(amount)))} ${asset ?? quote}`;
  return lines.map((line) => (
    <div key={line.name}>
      <dt>
        {t(line.name)}
        {line.rate && ` (${rateOf(line.rate)})`}
      </dt>
      <dd>
        <Figure>{amountOf(line)}</Figure>
        {line.note && <em> {t(line.note)}</em>}
      </dd>
    </div>
  ));
}
