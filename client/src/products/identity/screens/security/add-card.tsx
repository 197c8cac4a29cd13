import type { AddBankCardRequest } from '../../../../../../shared/products/identity/bank-cards';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { securityApi } from '../../../../kit/entities/security/security-api';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { Dialog } from '../../../../kit/ui/dialogs/dialog';
import { required } from '../../../../kit/ui/form/rules';
import { PROOF_FIELD_OF, FundProofItems, secondFactorOf } from '../../../../kit/ui/form/fields/proof-items';
import { Field } from '../../../../kit/ui/form/field';
import { useForm } from '../../../../kit/ui/form/use-form';
import { TextField } from '../../../../kit/ui/form/fields/text-field';
import {
  BOUND_CODE_FIELD_OF,
  BoundCodeItem,
  NowhereToSend,
  useBoundChannel,
} from '../../../../kit/bound-code/bound-code';
import { SecureForm } from './parts/secure-form';
import styles from './parts/security.module.css';
import { useConfirmation } from './parts/use-done';

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
  const { t } = useTexts();
  const serverText = useServerWords();
  const confirm = useConfirmation();
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
    confirm('cards.added');
    onClose();
  };
  if (!to) {
    return (
      <Dialog title={t('cards.add')} onClose={onClose}>
        <NowhereToSend />
      </Dialog>
    );
  }
  return (
    <Dialog title={t('cards.add')} onClose={onClose}>
      <SecureForm form={form} fieldOf={FIELD_OF} submitText={t('cards.add')} onSubmit={submit}>
        <Field name="bankName" label={t('cards.bank')} rules={[required(serverText)]}>
          <TextField size="large" autoComplete="off" maxLength={NAME_LENGTH_MAX} />
        </Field>
        <Field name="cardNumber" label={t('cards.number')} rules={[required(serverText)]}>
          <TextField size="large" inputMode="numeric" autoComplete="cc-number" maxLength={NUMBER_LENGTH_MAX} />
        </Field>
        <Field name="realName" label={t('cards.name')} extra={t('cards.name_hint')} rules={[required(serverText)]}>
          <TextField size="large" autoComplete="cc-name" maxLength={NAME_LENGTH_MAX} />
        </Field>
        <BoundCodeItem overview={overview} form={form} purpose="destination" to={to} />
        <FundProofItems hasAuthenticator={overview.authenticator} hasPasskey={overview.passkeys > 0} />
      </SecureForm>
      <p className={styles.muted}>{t('cards.hold_text')}</p>
    </Dialog>
  );
}
