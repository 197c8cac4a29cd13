import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { useState } from 'react';
import type { SecurityOverview } from '../../../../../../../shared/products/identity/security';
import { securityApi } from '../../../../../kit/entities/security/security-api';
import type { Fault } from '../../../../../kit/api/envelope';
import { useServerWords } from '../../../../../kit/i18n/server-words';
import { useTexts } from '../../../../../kit/i18n/use-texts';
import { isDeclined, isAlreadyRegistered } from '../../../../../kit/lib/passkeys';
import { Dialog } from '../../../../../kit/ui/dialogs/dialog';
import {
  PROOF_FIELD_OF,
  PasswordItem,
  SecondFactorItem,
  proofOf,
  type PasswordProof,
} from '../../../../../kit/ui/form/fields/proof-items';
import { useForm } from '../../../../../kit/ui/form/use-form';
import { BOUND_CODE_FIELD_OF, BoundCodeItem, useBoundChannel } from '../../../../../kit/bound-code/bound-code';
import type { Factor } from './factor-rows';
import { ProvenDialog } from '../parts/proven-dialog';
import { FactorNameItem } from './rename-factor';
import { SecureForm } from '../parts/secure-form';
import { useConfirmation } from '../parts/use-done';

interface Closing {
  onClose: () => void;
}

interface AddFields extends PasswordProof {
  name: string;
  code?: string;
}

const ADD_FIELD_OF = { ...PROOF_FIELD_OF, ...BOUND_CODE_FIELD_OF };

/** Proves the user, creates the key on the device and stores its public part. */
export function AddPasskey({ overview, onClose }: Closing & { overview: SecurityOverview }) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const confirm = useConfirmation();
  const form = useForm<AddFields>({ name: t('passkeys.default_name') });
  const [askOptions] = securityApi.usePasskeyOptionsMutation();
  const [register] = securityApi.useRegisterPasskeyMutation();
  const to = useBoundChannel(overview);
  // Options are kept, so that a user who cancelled the device's prompt can retry although the code is used up.
  const [options, setOptions] = useState<PublicKeyCredentialCreationOptionsJSON | null>(null);

  const make = async (optionsJSON: PublicKeyCredentialCreationOptionsJSON) => {
    const { startRegistration } = await import('@simplewebauthn/browser');
    return startRegistration({ optionsJSON });
  };
  const prove = async ({ code, password, secondFactor }: Omit<AddFields, 'name'>) => {
    const codeProof = code === undefined || to === null ? {} : { channel: to.channel, code: code.trim() };
    const { data, error } = await askOptions({ ...proofOf({ password, secondFactor }), ...codeProof });
    if (data) setOptions(data as PublicKeyCredentialCreationOptionsJSON);
    return { asked: data as PublicKeyCredentialCreationOptionsJSON | undefined, error };
  };
  const submit = async ({ name, ...proof }: AddFields): Promise<Fault | undefined> => {
    const { asked: creationOptions, error } = options ? { asked: options, error: undefined } : await prove(proof);
    if (!creationOptions) return error;
    try {
      const response = await make(creationOptions);
      const { error: registrationError } = await register({ name: name.trim(), response });
      if (registrationError) {
        setOptions(null);
        return registrationError;
      }
    } catch (failure) {
      if (isAlreadyRegistered(failure)) return { message: serverText('code', 'passkey.already.stored') };
      return { message: isDeclined(failure) ? t('login.passkey_declined') : serverText('code', 'passkey.refused') };
    }
    confirm('passkeys.added');
    onClose();
  };
  return (
    <Dialog title={t('passkeys.add')} onClose={onClose}>
      <SecureForm form={form} fieldOf={ADD_FIELD_OF} submitText={t('passkeys.continue')} onSubmit={submit}>
        <FactorNameItem />
        {options === null && (
          <>
            <PasswordItem />
            {overview.authenticator || overview.passkeys > 0 || to === null ? (
              <SecondFactorItem isBound={overview.authenticator} hasPasskey={overview.passkeys > 0} />
            ) : (
              <BoundCodeItem overview={overview} form={form} purpose="passkey" to={to} />
            )}
          </>
        )}
      </SecureForm>
    </Dialog>
  );
}

interface RemoveProps extends Closing {
  passkey: Factor;
  overview: SecurityOverview;
}

export function RemovePasskey({ passkey: { id, name }, overview, onClose }: RemoveProps) {
  const { t } = useTexts();
  const confirm = useConfirmation();
  const [remove] = securityApi.useRemovePasskeyMutation();
  return (
    <ProvenDialog
      title={t('passkeys.remove_title')}
      submitText={t('security.remove')}
      kind="bad"
      isBound={overview.authenticator}
      hasPasskey
      lead={<p>{t('passkeys.remove_lead', { name })}</p>}
      onSubmit={async (proof) => {
        const { error } = await remove({ passkey: id, ...proofOf(proof) });
        if (error) return error;
        confirm('passkeys.removed');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
