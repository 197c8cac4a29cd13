import { useState } from 'react';
import { isLooser, type OwnTerms } from '../../../../../../shared/products/identity/rules/own-limits';
import { unitsOf } from '../../../../../../shared/rules/units';
import { VALUE_SCALE, VALUE_ASSET } from '../../../../../../shared/rules/valuation';
import type { OwnLimitsShown } from '../../../../../../shared/products/identity/withdrawal-limits';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { securityApi } from '../../../../kit/entities/security/security-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { decimalOfTyped, EMPTY, typedOf, type Typed } from '../../../../kit/lib/numbers/typed';
import { Choice } from '../../../../kit/ui/controls/choice';
import { AmountField } from '../../../../kit/ui/form/fields/amount-field';
import { proofOf, type PasswordProof } from '../../../../kit/ui/form/fields/proof-items';
import type { Rule } from '../../../../kit/ui/form/rules';
import { Field, FieldRow } from '../../../../kit/ui/form/field';
import { Section } from './parts/panel';
import { ProvenDialog } from './parts/proven-dialog';
import styles from './parts/security.module.css';
import { useConfirmation } from './parts/use-done';

const HOURS = [0, 1, 6, 12, 24, 48, 72, 168] as const;

type Terms = Pick<OwnLimitsShown, 'limit' | 'delayHours'>;

/** The user's own limits: a lower daily maximum, and a delay in which a withdrawal can be cancelled. */
export function OwnLimits({ overview }: { overview: SecurityOverview }) {
  const { t } = useTexts();
  const [isAsked, setAsked] = useState(false);
  const termsText = useTermWords();
  const { ownLimits } = overview;
  const limitTexts = termsText(ownLimits);
  return (
    <Section
      title={t('own_limits.title')}
      lead={t('own_limits.lead')}
      actions={
        <button type="button" className={styles.action} onClick={() => setAsked(true)}>
          {t('own_limits.change')}
        </button>
      }
    >
      <dl className={styles.facts}>
        <div>
          <dt>{t('own_limits.limit')}</dt>
          <dd>{limitTexts.limit}</dd>
        </div>
        <div>
          <dt>{t('own_limits.delay')}</dt>
          <dd>{limitTexts.delay}</dd>
        </div>
      </dl>
      {ownLimits.next && (
        <p className={styles.note} data-kind="warning">
          {t('own_limits.next', { time: dateAndTime(ownLimits.next.from), ...termsText(ownLimits.next) })}
        </p>
      )}
      {isAsked && <ChangeDialog overview={overview} onClose={() => setAsked(false)} />}
    </Section>
  );
}

function useTermWords(): (terms: Terms) => { limit: string; delay: string } {
  const { t, tCount, numbers } = useTexts();
  return ({ limit, delayHours }) => ({
    limit: limit === null ? t('own_limits.no_limit') : `${numbers.exact(limit)} ${VALUE_ASSET}`,
    delay: delayHours === 0 ? t('own_limits.no_delay') : tCount('own_limits.hours', delayHours),
  });
}

interface Fields extends PasswordProof {
  limit?: Typed;
}

/** Empty means no limit. For invalid input the field shows its own message. */
const NUMBER_OR_NONE: Rule<Typed> = (input = EMPTY) => (input.kind === 'refused' ? '' : undefined);

function ChangeDialog({ overview, onClose }: { overview: SecurityOverview; onClose: () => void }) {
  const { t, tCount } = useTexts();
  const confirm = useConfirmation();
  const { ownLimits } = overview;
  const aim = ownLimits.next ?? ownLimits;
  const [limit, setLimit] = useState<Typed>(aim.limit === null ? EMPTY : typedOf(aim.limit));
  const [hours, setHours] = useState(String(aim.delayHours));
  const [set] = securityApi.useSetOwnLimitsMutation();
  const request = { limit: decimalOfTyped(limit), delayHours: Number(hours) };
  // Invalid input does not mean no limit; until it is corrected only the delay is compared.
  const isLoosened = isLooser(
    termsOf(ownLimits),
    termsOf(limit.kind === 'refused' ? { ...request, limit: ownLimits.limit } : request),
  );
  const options = [...new Set([...HOURS, ownLimits.delayHours, aim.delayHours])].sort((one, other) => one - other);
  const submit = async (fields: Fields) => {
    const { error } = await set({ ...request, ...proofOf({ password: fields.password, ...secondOf(fields) }) });
    if (error) return error;
    confirm('security.saved');
    onClose();
  };
  return (
    <ProvenDialog<Fields>
      title={t('own_limits.change')}
      isBound={overview.authenticator && isLoosened}
      hasPasskey={overview.passkeys > 0}
      initialValues={{ limit }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field name="limit" label={t('own_limits.limit')} extra={t('own_limits.limit_hint')} rules={[NUMBER_OR_NONE]}>
        <AmountField unit={VALUE_ASSET} scale={VALUE_SCALE} onChange={setLimit} />
      </Field>
      <FieldRow id="own-delay" label={t('own_limits.delay')}>
        <Choice
          id="own-delay"
          value={hours}
          options={options.map((count) => ({
            value: String(count),
            text: count === 0 ? t('own_limits.no_delay') : tCount('own_limits.hours', count),
          }))}
          onChange={setHours}
          size="row"
        />
      </FieldRow>
      {isLoosened && (
        <p className={styles.note} data-kind="warning">
          {t('own_limits.looser')}
        </p>
      )}
    </ProvenDialog>
  );
}

function secondOf({ secondFactor }: PasswordProof): { secondFactor?: string } {
  return secondFactor === undefined ? {} : { secondFactor };
}

/** Terms in the server's units, for the same comparison. */
function termsOf({ limit, delayHours }: Terms): OwnTerms {
  const units = limit === null ? null : unitsOf(limit, VALUE_SCALE);
  return { limit: typeof units === 'bigint' ? units : null, delayHours };
}
