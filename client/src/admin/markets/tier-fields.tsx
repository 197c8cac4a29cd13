import { useTexts } from '../../kit/i18n/use-texts';
import type { Typed } from '../../kit/lib/numbers/typed';
import { Button } from '../../kit/ui/controls/button';
import { NumberRemark } from '../../kit/ui/form/fields/number-remark';
import { useNumberField } from '../../kit/ui/form/use-number-field';
import styles from '../parts/admin.module.css';
import terms from './terms.module.css';
import { tierField, TIER_FIELDS, TIERS_MAX, withTier, type PerpetualDraft, type TierField } from './perpetual-draft';

interface TierFieldsProps {
  /** Prefix of the field ids. */
  id: string;
  quote: string;
  draft: PerpetualDraft;
  onDraft: (draft: PerpetualDraft) => void;
  faultOf: (name: string) => string | null;
  isTold: boolean;
}

/** Tiers of a perpetual, one per row, lowest first. */
export function TierFields({ id, quote, draft, onDraft, faultOf, isTold }: TierFieldsProps) {
  const { t } = useTexts();
  const { tiers } = draft;
  const titles: Readonly<Record<TierField, string>> = {
    cap: t('perp.tier_cap', { asset: quote }),
    leverage: `${t('perp.tier_leverage')} (×)`,
    rate: `${t('perp.tier_rate')} (%)`,
  };
  const enter = (at: number, field: TierField, input: Typed) =>
    onDraft({ ...draft, tiers: tiers.map((tier, place) => (place === at ? { ...tier, [field]: input } : tier)) });
  return (
    <>
      <table className={terms.tiers} aria-label={t('perp.tiers')}>
        <thead>
          <tr>
            <th scope="col">
              <span className="spoken">{t('staff.number')}</span>
            </th>
            {TIER_FIELDS.map((field) => (
              <th key={field} scope="col">
                {titles[field]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tiers.map((tier, place) => (
            // A tier is identified by its index.
            <tr key={place}>
              <th scope="row">{place + 1}</th>
              {TIER_FIELDS.map((field) => (
                <td key={field}>
                  <TierCell
                    id={`${id}-${tierField(field, place)}`}
                    label={`${titles[field]}, ${place + 1}`}
                    isWhole={field === 'leverage'}
                    value={tier[field]}
                    errorText={faultOf(tierField(field, place))}
                    isTold={isTold}
                    onChange={(input) => enter(place, field, input)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.actions}>
        <Button disabled={tiers.length >= TIERS_MAX} onClick={() => onDraft(withTier(draft))}>
          {t('staff.contract.add_tier')}
        </Button>
        <Button disabled={tiers.length <= 1} onClick={() => onDraft({ ...draft, tiers: tiers.slice(0, -1) })}>
          {t('staff.contract.remove_tier')}
        </Button>
      </div>
    </>
  );
}

interface TierCellProps {
  id: string;
  label: string;
  isWhole: boolean;
  value: Typed;
  errorText: string | null;
  isTold: boolean;
  onChange: (input: Typed) => void;
}

/** Maximum decimals in a request. */
const PLACES_MAX = 30;

function TierCell({ id, label, isWhole, value, errorText, isTold, onChange }: TierCellProps) {
  const { input, remark } = useNumberField({
    ...{ value, onChange, isTold },
    scale: isWhole ? 0 : PLACES_MAX,
    beyond: 'refused',
  });
  const below = remark ? null : errorText;
  return (
    <>
      <input
        {...input}
        id={id}
        className={styles.input}
        type="text"
        aria-label={label}
        aria-required
        aria-invalid={errorText !== null || remark?.kind === 'fault'}
        {...(below || remark ? { 'aria-describedby': `${id}-below` } : {})}
      />
      {below && (
        <p id={`${id}-below`} className={terms.fault}>
          {below}
        </p>
      )}
      <NumberRemark id={`${id}-below`} remark={remark} />
    </>
  );
}
