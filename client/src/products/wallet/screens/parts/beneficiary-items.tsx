import type { ReactNode } from 'react';
import {
  BENEFICIARY_NAME_LENGTH_MAX,
  WALLET_OWNERS,
  type Beneficiary,
  type WalletOwner,
} from '../../../../../../shared/products/wallet/beneficiary';
import { useServerWords } from '../../../../shared/i18n/server-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { Field } from '../../../../shared/ui/form/field';
import { useFormOf } from '../../../../shared/ui/form/form-context';
import { RadioGroup } from '../../../../shared/ui/form/fields/radio-group';
import { required } from '../../../../shared/ui/form/rules';
import { TextField } from '../../../../shared/ui/form/fields/text-field';
import { useFieldValue } from '../../../../shared/ui/form/use-form';
import styles from './beneficiary.module.css';

export interface BeneficiaryFields {
  owner?: WalletOwner;
  ownerName?: string;
  exchange?: string;
}

/** Undefined while it is not said. */
export function beneficiaryOf({ owner, ownerName = '', exchange = '' }: BeneficiaryFields): Beneficiary | undefined {
  const name = ownerName.trim();
  if (owner === 'own') return { owner };
  if (owner === 'other') return { owner, name };
  return owner === 'exchange' ? { owner, name, exchange: exchange.trim() } : undefined;
}

/** The fields that say what is known. */
export function fieldsOf(beneficiary: Beneficiary | null): BeneficiaryFields {
  if (beneficiary === null) return {};
  const { owner } = beneficiary;
  return {
    owner,
    ...(owner === 'own' ? {} : { ownerName: beneficiary.name }),
    ...(owner === 'exchange' ? { exchange: beneficiary.exchange } : {}),
  };
}

/** Whose the address is, in one line. */
export function useBeneficiaryWords(): (beneficiary: Beneficiary) => string {
  const { say } = useTexts();
  return (beneficiary) => {
    if (beneficiary.owner === 'own') return say('wallet.owner.own');
    const whose = say(`wallet.owner.${beneficiary.owner}`);
    const named = beneficiary.owner === 'other' ? [] : [beneficiary.exchange];
    return [whose, beneficiary.name, ...named].join(' · ');
  };
}

/** Of a form with these fields. */
export function BeneficiaryItems({ hint }: { hint?: ReactNode }) {
  const { say } = useTexts();
  const words = useServerWords();
  const owner = useFieldValue(useFormOf<BeneficiaryFields>(), 'owner');
  return (
    <>
      <Field name="owner" label={say('wallet.owner.title')} extra={hint} rules={[required(words)]}>
        <RadioGroup
          className={styles.owners}
          options={WALLET_OWNERS.map((one) => ({ value: one, label: say(`wallet.owner.${one}`) }))}
        />
      </Field>
      {(owner === 'other' || owner === 'exchange') && (
        <Field name="ownerName" label={say('wallet.owner.name')} rules={[required(words)]}>
          <TextField size="large" autoComplete="off" maxLength={BENEFICIARY_NAME_LENGTH_MAX} />
        </Field>
      )}
      {owner === 'exchange' && (
        <Field name="exchange" label={say('wallet.owner.exchange_name')} rules={[required(words)]}>
          <TextField size="large" autoComplete="off" maxLength={BENEFICIARY_NAME_LENGTH_MAX} />
        </Field>
      )}
    </>
  );
}
