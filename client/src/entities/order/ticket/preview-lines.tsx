import { scaleOf } from '../../../../../shared/rules/units';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Figure } from '../../../shared/ui/figures/figure';
import type { PreviewLine } from './ticket-kind';

const PERCENT_PLACES_MIN = 2;

/** What an order would do, line by line: of a list of facts. No digit of an amount is cut off. */
export function PreviewLines({ of: lines, quote }: { of: readonly PreviewLine[]; quote: string }) {
  const { say, numbers } = useTexts();
  const rateOf = ({ kind, value, asset }: NonNullable<PreviewLine['rate']>) =>
    kind === 'ratio' ? numbers.exactPercent(value, PERCENT_PLACES_MIN) : `${numbers.exact(value)} ${asset}`;
  const amountOf = ({ amount, digits, asset, isEstimate }: PreviewLine) =>
    amount === null
      ? '–'
      : `${isEstimate ? '≈ ' : ''}${numbers.fixed(amount, Math.max(digits, scaleOf(amount)))} ${asset ?? quote}`;
  return lines.map((line) => (
    <div key={line.name}>
      <dt>
        {say(line.name)}
        {line.rate && ` (${rateOf(line.rate)})`}
      </dt>
      <dd>
        <Figure>{amountOf(line)}</Figure>
        {line.note && <em> {say(line.note)}</em>}
      </dd>
    </div>
  ));
}
