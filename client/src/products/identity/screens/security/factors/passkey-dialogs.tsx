import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { useState } from 'react';
import type { SecurityOverview } from '../../../../../../../shared/products/identity/security';
import { securityApi } from '../../../../../entities/security/security-api';
import type { Fault } from '../../../../../shared/api/envelope';
import { useServerWords } from '../../../../../shared/i18n/server-words';
import { useTexts } from '../../../../../shared/i18n/use-texts';
import { wasDeclined, wasKnown } from '../../../../../shared/lib/passkeys';
import { Dialog } from '../../../../../shared/ui/dialogs/dialog';
import {
  PROOF_FIELD_OF,
  PasswordItem,
  SecondFactorItem,
  proofOf,
  type PasswordProof,
} from '../../../../../shared/ui/form/fields/proof-items';
import { useForm } from '../../../../../shared/ui/form/use-form';
import { BOUND_CODE_FIELD_OF, BoundCodeItem, useBoundChannel } from '../../../../../features/bound-code/bound-code';
import type { Factor } from './factor-rows';
import { ProvenDialog } from '../parts/proven-dialog';
import { FactorNameItem } from './rename-factor';
import { SecureForm } from '../parts/secure-form';
import { useSaid } from '../parts/use-done';

interface Closing {
  onClose: () => void;
}

interface AddFields extends PasswordProof {
  name: string;
  code?: string;
}

const ADD_FIELD_OF = { ...PROOF_FIELD_OF, ...BOUND_CODE_FIELD_OF };

/** Proves who asks, lets the device make the key, and stores its public half. */
export function AddPasskey({ overview, onClose }: Closing & { overview: SecurityOverview }) {
  const { say } = useTexts();
  const words = useServerWords();
  const said = useSaid();
  const form = useForm<AddFields>({ name: say('passkeys.default_name') });
  const [askOptions] = securityApi.usePasskeyOptionsMutation();
  const [register] = securityApi.useRegisterPasskeyMutation();
  const to = useBoundChannel(overview);
  // Proved once: whoever closes the device's question may be asked again, although the code is spent.
  const [options, setOptions] = useState<PublicKeyCredentialCreationOptionsJSON | null>(null);

  const make = async (optionsJSON: PublicKeyCredentialCreationOptionsJSON) => {
    const { startRegistration } = await import('@simplewebauthn/browser');
    return startRegistration({ optionsJSON });
  };
  const prove = async ({ code, password, secondFactor }: Omit<AddFields, 'name'>) => {
    const sent = code === undefined || to === null ? {} : { channel: to.channel, code: code.trim() };
    const { data, error } = await askOptions({ ...proofOf({ password, secondFactor }), ...sent });
    if (data) setOptions(data as PublicKeyCredentialCreationOptionsJSON);
    return { asked: data as PublicKeyCredentialCreationOptionsJSON | undefined, error };
  };
  const submit = async ({ name, ...proof }: AddFields): Promise<Fault | undefined> => {
    const { asked, error } = options ? { asked: options, error: undefined } : await prove(proof);
    if (!asked) return error;
    try {
      const response = await make(asked);
      const { error: refused } = await register({ name: name.trim(), response });
      if (refused) {
        setOptions(null);
        return refused;
      }
    } catch (failure) {
      if (wasKnown(failure)) return { message: words('code', 'passkey.already.stored') };
      return { message: wasDeclined(failure) ? say('login.passkey_declined') : words('code', 'passkey.refused') };
    }
    said('passkeys.added');
    onClose();
  };
  return (
    <Dialog title={say('passkeys.add')} onClose={onClose}>
      <SecureForm form={form} fieldOf={ADD_FIELD_OF} submitText={say('passkeys.continue')} onSubmit={submit}>
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
  const { say } = useTexts();
  const said = useSaid();
  const [remove] = securityApi.useRemovePasskeyMutation();
  return (
    <ProvenDialog
      title={say('passkeys.remove_title')}
      submitText={say('security.remove')}
      kind="bad"
      isBound={overview.authenticator}
      hasPasskey
      lead={<p>{say('passkeys.remove_lead', { name })}</p>}
      onSubmit={async (proof) => {
        const { error } = await remove({ passkey: id, ...proofOf(proof) });
        if (error) return error;
        said('passkeys.removed');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
