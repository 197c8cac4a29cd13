import { useState } from 'react';
import { isLooser, type OwnTerms } from '../../../../../../shared/products/identity/rules/own-limits';
import { unitsOf } from '../../../../../../shared/rules/units';
import { VALUE_SCALE, VALUED_IN } from '../../../../../../shared/rules/values';
import type { OwnLimitsShown, SecurityOverview } from '../../../../../../shared/products/identity/security';
import { securityApi } from '../../../../entities/security/security-api';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import { decimalOfTyped, EMPTY, typedOf, type Typed } from '../../../../shared/lib/numbers/typed';
import { Choice } from '../../../../shared/ui/controls/choice';
import { AmountField } from '../../../../shared/ui/form/fields/amount-field';
import { proofOf, type PasswordProof } from '../../../../shared/ui/form/fields/proof-items';
import type { Rule } from '../../../../shared/ui/form/rules';
import { Field, FieldRow } from '../../../../shared/ui/form/field';
import { Section } from './parts/panel';
import { ProvenDialog } from './parts/proven-dialog';
import styles from './parts/security.module.css';
import { useSaid } from './parts/use-done';

const HOURS = [0, 1, 6, 12, 24, 48, 72, 168] as const;

type Terms = Pick<OwnLimitsShown, 'limit' | 'delayHours'>;

/** Less a day than the exchange allows, and time to take a withdrawal back. */
export function OwnLimits({ overview }: { overview: SecurityOverview }) {
  const { say } = useTexts();
  const [isAsked, setAsked] = useState(false);
  const words = useTermWords();
  const { ownLimits: own } = overview;
  const now = words(own);
  return (
    <Section
      title={say('own_limits.title')}
      lead={say('own_limits.lead')}
      actions={
        <button type="button" className={styles.action} onClick={() => setAsked(true)}>
          {say('own_limits.change')}
        </button>
      }
    >
      <dl className={styles.facts}>
        <div>
          <dt>{say('own_limits.limit')}</dt>
          <dd>{now.limit}</dd>
        </div>
        <div>
          <dt>{say('own_limits.delay')}</dt>
          <dd>{now.delay}</dd>
        </div>
      </dl>
      {own.next && (
        <p className={styles.note} data-kind="warning">
          {say('own_limits.next', { time: dateAndTime(own.next.from), ...words(own.next) })}
        </p>
      )}
      {isAsked && <ChangeDialog overview={overview} onClose={() => setAsked(false)} />}
    </Section>
  );
}

function useTermWords(): (terms: Terms) => { limit: string; delay: string } {
  const { say, sayCount, numbers } = useTexts();
  return ({ limit, delayHours }) => ({
    limit: limit === null ? say('own_limits.no_limit') : `${numbers.exact(limit)} ${VALUED_IN}`,
    delay: delayHours === 0 ? say('own_limits.no_delay') : sayCount('own_limits.hours', delayHours),
  });
}

interface Fields extends PasswordProof {
  limit?: Typed;
}

/** An empty field means no limit, nothing else does. What was typed instead the field says itself. */
const NUMBER_OR_NONE: Rule<Typed> = (typed = EMPTY) => (typed.kind === 'refused' ? '' : undefined);

function ChangeDialog({ overview, onClose }: { overview: SecurityOverview; onClose: () => void }) {
  const { say, sayCount } = useTexts();
  const said = useSaid();
  const { ownLimits: own } = overview;
  const aim = own.next ?? own;
  const [limit, setLimit] = useState<Typed>(aim.limit === null ? EMPTY : typedOf(aim.limit));
  const [hours, setHours] = useState(String(aim.delayHours));
  const [set] = securityApi.useSetOwnLimitsMutation();
  const wish = { limit: decimalOfTyped(limit), delayHours: Number(hours) };
  // What is no number is no wish to have none: as long as it stands there only the time is compared.
  const isLoosened = isLooser(termsOf(own), termsOf(limit.kind === 'refused' ? { ...wish, limit: own.limit } : wish));
  const options = [...new Set([...HOURS, own.delayHours, aim.delayHours])].sort((one, other) => one - other);
  const submit = async (fields: Fields) => {
    const { error } = await set({ ...wish, ...proofOf({ password: fields.password, ...secondOf(fields) }) });
    if (error) return error;
    said('security.saved');
    onClose();
  };
  return (
    <ProvenDialog<Fields>
      title={say('own_limits.change')}
      isBound={overview.authenticator && isLoosened}
      hasPasskey={overview.passkeys > 0}
      initialValues={{ limit }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field name="limit" label={say('own_limits.limit')} extra={say('own_limits.limit_hint')} rules={[NUMBER_OR_NONE]}>
        <AmountField unit={VALUED_IN} scale={VALUE_SCALE} onChange={setLimit} />
      </Field>
      <FieldRow id="own-delay" label={say('own_limits.delay')}>
        <Choice
          id="own-delay"
          value={hours}
          options={options.map((count) => ({
            value: String(count),
            text: count === 0 ? say('own_limits.no_delay') : sayCount('own_limits.hours', count),
          }))}
          onChange={setHours}
          size="row"
        />
      </FieldRow>
      {isLoosened && (
        <p className={styles.note} data-kind="warning">
          {say('own_limits.looser')}
        </p>
      )}
    </ProvenDialog>
  );
}

function secondOf({ secondFactor }: PasswordProof): { secondFactor?: string } {
  return secondFactor === undefined ? {} : { secondFactor };
}

/** As the server compares them. */
function termsOf({ limit, delayHours }: Terms): OwnTerms {
  const units = limit === null ? null : unitsOf(limit, VALUE_SCALE);
  return { limit: typeof units === 'bigint' ? units : null, delayHours };
}
