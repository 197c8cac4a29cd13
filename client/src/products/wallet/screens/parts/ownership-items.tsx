import { useState } from 'react';
import { isChain } from '../../../../../../shared/rules/chains';
import type { OwnershipMessage } from '../../../../../../shared/products/wallet/address-book';
import type { OwnershipProof } from '../../../../../../shared/products/wallet/beneficiary';
import { useOwnershipMessageMutation } from '../../api/withdrawal-api';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { CopyButton } from '../../../../kit/ui/figures/copy-button';
import { Field } from '../../../../kit/ui/form/field';
import { useFormOf } from '../../../../kit/ui/form/form-context';
import { TextField } from '../../../../kit/ui/form/fields/text-field';
import { useFieldValue } from '../../../../kit/ui/form/use-form';
import type { BeneficiaryFields } from './beneficiary-items';
import styles from './beneficiary.module.css';
import shared from './wallet.module.css';

const SIGNATURE_LENGTH_MAX = 512;

/** Fields that show refusals about the signature. */
export const OWNERSHIP_FIELD_OF = {
  'ownership.proof.invalid': 'signature',
  'ownership.proof.unsupported': 'signature',
};

/** Proof for the request: the signature and the time of the signed text. */
export function ownershipOf(
  message: OwnershipMessage | null,
  signature: string | undefined,
): OwnershipProof | undefined {
  const text = signature?.trim() ?? '';
  return message === null || text === '' ? undefined : { at: message.at, signature: text };
}

interface OwnershipItemsProps {
  chain: string;
  address: string;
  message: OwnershipMessage | null;
  /** `address` is the one that was sent; the field may have changed since. */
  onTold: (message: OwnershipMessage, address: string) => void;
}

/**
 * Text for the wallet to sign, and the signature. Nothing if the wallet is another person's or the chain has no
 * signature check.
 */
export function OwnershipItems({ chain, address, message, onTold }: OwnershipItemsProps) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const [requestMessage, { isLoading }] = useOwnershipMessageMutation();
  const [refusal, setRefusal] = useState<{ address: string; code: string | undefined } | null>(null);
  const owner = useFieldValue(useFormOf<BeneficiaryFields>(), 'owner');
  if (owner !== 'own' || !isChain(chain)) return null;
  const show = async () => {
    const requestedAddress = address.trim();
    const { data, error } = await requestMessage({ chain, address: requestedAddress });
    setRefusal(error ? { address: requestedAddress, code: error.code } : null);
    if (data) onTold(data, requestedAddress);
  };
  const code = refusal?.address === address.trim() ? (refusal.code ?? null) : null;
  // Signatures of some address types cannot be checked.
  const errorCode = code ?? (message?.message === null ? 'ownership.proof.unsupported' : null);
  return (
    <details className={styles.proof}>
      <summary>{t('wallet.owner.sign')}</summary>
      <p className={shared.muted}>{t(chain === 'BTC' ? 'wallet.owner.sign_text_btc' : 'wallet.owner.sign_text')}</p>
      {message?.message ? (
        <>
          <div className={styles.text}>
            <pre aria-label={t('wallet.owner.message')}>{message.message}</pre>
            <CopyButton text={message.message} label={t('wallet.owner.message')} />
          </div>
          <Field name="signature" label={t('wallet.owner.signature')}>
            <TextField size="large" autoComplete="off" spellCheck={false} maxLength={SIGNATURE_LENGTH_MAX} />
          </Field>
        </>
      ) : (
        <button
          type="button"
          className={shared.way}
          disabled={isLoading || address.trim() === ''}
          onClick={() => void show()}
        >
          {t('wallet.owner.show_text')}
        </button>
      )}
      {errorCode !== null && (
        <p className={shared.fault} role="alert">
          {serverText('code', errorCode)}
        </p>
      )}
    </details>
  );
}
