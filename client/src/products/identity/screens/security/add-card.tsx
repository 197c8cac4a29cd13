import type { AddBankCardRequest, SecurityOverview } from '../../../../../../shared/products/identity/security';
import { securityApi } from '../../../../entities/security/security-api';
import { useServerWords } from '../../../../shared/i18n/server-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { Dialog } from '../../../../shared/ui/dialogs/dialog';
import { required } from '../../../../shared/ui/form/rules';
import { PROOF_FIELD_OF, FundProofItems, secondFactorOf } from '../../../../shared/ui/form/fields/proof-items';
import { Field } from '../../../../shared/ui/form/field';
import { useForm } from '../../../../shared/ui/form/use-form';
import { TextField } from '../../../../shared/ui/form/fields/text-field';
import {
  BOUND_CODE_FIELD_OF,
  BoundCodeItem,
  NowhereToSend,
  useBoundChannel,
} from '../../../../features/bound-code/bound-code';
import { SecureForm } from './parts/secure-form';
import styles from './parts/security.module.css';
import { useSaid } from './parts/use-done';

const FIELD_OF = {
  ...PROOF_FIELD_OF,
  'card.number.invalid': 'cardNumber',
  'card.already.stored': 'cardNumber',
  'card.name.mismatch': 'realName',
  ...BOUND_CODE_FIELD_OF,
};
const NAME_LENGTH_MAX = 80;
const NUMBER_LENGTH_MAX = 40;

export function AddCard({ overview, onClose }: { overview: SecurityOverview; onClose: () => void }) {
  const { say } = useTexts();
  const words = useServerWords();
  const said = useSaid();
  const form = useForm<AddBankCardRequest>();
  const [add] = securityApi.useAddBankCardMutation();
  const to = useBoundChannel(overview);
  const submit = async ({ bankName, cardNumber, realName, code, fundPassword, secondFactor }: AddBankCardRequest) => {
    if (!to) return undefined;
    const { error } = await add({
      bankName: bankName.trim(),
      cardNumber: cardNumber.trim(),
      realName: realName.trim(),
      channel: to.channel,
      code: code.trim(),
      fundPassword,
      ...secondFactorOf(secondFactor),
    });
    if (error) return error;
    said('cards.added');
    onClose();
  };
  if (!to) {
    return (
      <Dialog title={say('cards.add')} onClose={onClose}>
        <NowhereToSend />
      </Dialog>
    );
  }
  return (
    <Dialog title={say('cards.add')} onClose={onClose}>
      <SecureForm form={form} fieldOf={FIELD_OF} submitText={say('cards.add')} onSubmit={submit}>
        <Field name="bankName" label={say('cards.bank')} rules={[required(words)]}>
          <TextField size="large" autoComplete="off" maxLength={NAME_LENGTH_MAX} />
        </Field>
        <Field name="cardNumber" label={say('cards.number')} rules={[required(words)]}>
          <TextField size="large" inputMode="numeric" autoComplete="cc-number" maxLength={NUMBER_LENGTH_MAX} />
        </Field>
        <Field name="realName" label={say('cards.name')} extra={say('cards.name_hint')} rules={[required(words)]}>
          <TextField size="large" autoComplete="cc-name" maxLength={NAME_LENGTH_MAX} />
        </Field>
        <BoundCodeItem overview={overview} form={form} purpose="destination" to={to} />
        <FundProofItems hasAuthenticator={overview.authenticator} hasPasskey={overview.passkeys > 0} />
      </SecureForm>
      <p className={styles.muted}>{say('cards.hold_text')}</p>
    </Dialog>
  );
}
