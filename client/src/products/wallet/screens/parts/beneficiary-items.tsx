import type { ReactNode } from 'react';
import {
  BENEFICIARY_NAME_LENGTH_MAX,
  WALLET_OWNERS,
  type Beneficiary,
  type WalletOwner,
} from '../../../../../../shared/products/wallet/beneficiary';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { Field } from '../../../../kit/ui/form/field';
import { useFormOf } from '../../../../kit/ui/form/form-context';
import { RadioGroup } from '../../../../kit/ui/form/fields/radio-group';
import { required } from '../../../../kit/ui/form/rules';
import { TextField } from '../../../../kit/ui/form/fields/text-field';
import { useFieldValue } from '../../../../kit/ui/form/use-form';
import styles from './beneficiary.module.css';

export interface BeneficiaryFields {
  owner?: WalletOwner;
  ownerName?: string;
  exchange?: string;
}

/** Undefined until chosen. */
export function beneficiaryOf({ owner, ownerName = '', exchange = '' }: BeneficiaryFields): Beneficiary | undefined {
  const name = ownerName.trim();
  if (owner === 'own') return { owner };
  if (owner === 'other') return { owner, name };
  return owner === 'exchange' ? { owner, name, exchange: exchange.trim() } : undefined;
}

/** Field values of a known declaration. */
export function fieldsOf(beneficiary: Beneficiary | null): BeneficiaryFields {
  if (beneficiary === null) return {};
  const { owner } = beneficiary;
  return {
    owner,
    ...(owner === 'own' ? {} : { ownerName: beneficiary.name }),
    ...(owner === 'exchange' ? { exchange: beneficiary.exchange } : {}),
  };
}

/** Formats the owner of an address in one line. */
export function useBeneficiaryWords(): (beneficiary: Beneficiary) => string {
  const { t } = useTexts();
  return (beneficiary) => {
    if (beneficiary.owner === 'own') return t('wallet.owner.own');
    const ownerText = t(`wallet.owner.${beneficiary.owner}`);
    const exchangeParts = beneficiary.owner === 'other' ? [] : [beneficiary.exchange];
    return [ownerText, beneficiary.name, ...exchangeParts].join(' · ');
  };
}

/** Must be inside a form with these fields. */
export function BeneficiaryItems({ hint }: { hint?: ReactNode }) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const owner = useFieldValue(useFormOf<BeneficiaryFields>(), 'owner');
  return (
    <>
      <Field name="owner" label={t('wallet.owner.title')} extra={hint} rules={[required(serverText)]}>
        <RadioGroup
          className={styles.owners}
          options={WALLET_OWNERS.map((one) => ({ value: one, label: t(`wallet.owner.${one}`) }))}
        />
      </Field>
      {(owner === 'other' || owner === 'exchange') && (
        <Field name="ownerName" label={t('wallet.owner.name')} rules={[required(serverText)]}>
          <TextField size="large" autoComplete="off" maxLength={BENEFICIARY_NAME_LENGTH_MAX} />
        </Field>
      )}
      {owner === 'exchange' && (
        <Field name="exchange" label={t('wallet.owner.exchange_name')} rules={[required(serverText)]}>
          <TextField size="large" autoComplete="off" maxLength={BENEFICIARY_NAME_LENGTH_MAX} />
        </Field>
      )}
    </>
  );
}
