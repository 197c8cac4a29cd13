import { useState } from 'react';
import { isChain } from '../../../../../../shared/rules/chains';
import type { OwnershipMessage } from '../../../../../../shared/products/wallet/address-book';
import type { OwnershipProof } from '../../../../../../shared/products/wallet/beneficiary';
import { useOwnershipMessageMutation } from '../../api/withdrawal-api';
import { useServerWords } from '../../../../shared/i18n/server-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { CopyButton } from '../../../../shared/ui/figures/copy-button';
import { Field } from '../../../../shared/ui/form/field';
import { useFormOf } from '../../../../shared/ui/form/form-context';
import { TextField } from '../../../../shared/ui/form/fields/text-field';
import { useFieldValue } from '../../../../shared/ui/form/use-form';
import type { BeneficiaryFields } from './beneficiary-items';
import styles from './beneficiary.module.css';
import shared from './wallet.module.css';

const SIGNATURE_LENGTH_MAX = 512;

/** Refusals about the signature, and the field that they are shown at. */
export const OWNERSHIP_FIELD_OF = {
  'ownership.proof.invalid': 'signature',
  'ownership.proof.unsupported': 'signature',
};

/** What is sent with a signature: the time of the text that was signed. */
export function ownershipOf(told: OwnershipMessage | null, signature: string | undefined): OwnershipProof | undefined {
  const text = signature?.trim() ?? '';
  return told === null || text === '' ? undefined : { at: told.at, signature: text };
}

interface OwnershipItemsProps {
  chain: string;
  address: string;
  told: OwnershipMessage | null;
  /** With the address that was asked about: another may stand there by the time of the answer. */
  onTold: (told: OwnershipMessage, address: string) => void;
}

/** The text that the wallet signs, and the signature. Nothing where the wallet is not one's own, or a signature proves nothing. */
export function OwnershipItems({ chain, address, told, onTold }: OwnershipItemsProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const [ask, { isLoading }] = useOwnershipMessageMutation();
  const [refused, setRefused] = useState<{ address: string; code: string | undefined } | null>(null);
  const owner = useFieldValue(useFormOf<BeneficiaryFields>(), 'owner');
  if (owner !== 'own' || !isChain(chain)) return null;
  const show = async () => {
    const asked = address.trim();
    const { data, error } = await ask({ chain, address: asked });
    setRefused(error ? { address: asked, code: error.code } : null);
    if (data) onTold(data, asked);
  };
  const code = refused?.address === address.trim() ? (refused.code ?? null) : null;
  // Of some kinds of address no signature is checked.
  const fault = code ?? (told?.message === null ? 'ownership.proof.unsupported' : null);
  return (
    <details className={styles.proof}>
      <summary>{say('wallet.owner.sign')}</summary>
      <p className={shared.muted}>{say(chain === 'BTC' ? 'wallet.owner.sign_text_btc' : 'wallet.owner.sign_text')}</p>
      {told?.message ? (
        <>
          <div className={styles.text}>
            <pre aria-label={say('wallet.owner.message')}>{told.message}</pre>
            <CopyButton text={told.message} label={say('wallet.owner.message')} />
          </div>
          <Field name="signature" label={say('wallet.owner.signature')}>
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
          {say('wallet.owner.show_text')}
        </button>
      )}
      {fault !== null && (
        <p className={shared.fault} role="alert">
          {words('code', fault)}
        </p>
      )}
    </details>
  );
}
