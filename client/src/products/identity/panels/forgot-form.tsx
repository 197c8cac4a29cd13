import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Channel } from '../../../../../shared/products/identity/security';
import { SECOND_FACTOR_WANTED, useResetPasswordMutation } from '../../../kit/entities/session/session-api';
import { useServerWords } from '../../../kit/i18n/server-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import { toastShown } from '../../../kit/toasts/toasts-slice';
import { ChannelSwitch } from '../../../kit/ui/form/fields/channel-switch';
import { SecondFactorField } from '../../../kit/ui/form/fields/code-field';
import { NewPasswordItems } from '../../../kit/ui/form/fields/new-password-items';
import { codeRules } from '../../../kit/ui/form/rules';
import { FieldForm } from '../../../kit/ui/form/field-form';
import { Submit } from '../../../kit/ui/form/submit';
import { useRefusals } from '../../../kit/ui/form/use-refusals';
import { OutboxLink } from './demo-users';
import { AddressItem, SENT_CODE_FIELD_OF, SentCodeItem } from './sent-code-items';
import { goodAddress, useEntryCode } from './use-entry-code';
import { Field } from '../../../kit/ui/form/field';
import { useForm } from '../../../kit/ui/form/use-form';

interface Fields {
  address: string;
  code: string;
  password: string;
  repeat: string;
  secondFactor?: string;
}

const FIELD_OF = {
  ...SENT_CODE_FIELD_OF,
  'password.too.weak': 'password',
  'google.code.wrong': 'secondFactor',
  'google.code.used': 'secondFactor',
};

/** Sets a new password by code. It does not reveal whether the address is known: only its owner can read the mail. */
export function ForgotForm({ onDone }: { onDone: () => void }) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const dispatch = useDispatch();
  const [reset] = useResetPasswordMutation();
  const form = useForm<Fields>();
  const { formError, explain, clear } = useRefusals(form, FIELD_OF);
  const [channel, setChannel] = useState<Channel>('email');
  const [isBusy, setBusy] = useState(false);
  const [needsSecond, setNeedsSecond] = useState(false);
  const sendCode = useEntryCode({
    purpose: 'forgot',
    channel,
    addressOf: () => goodAddress(form),
    onRefused: explain,
  });

  const submit = async ({ address, code, password, secondFactor }: Fields) => {
    setBusy(true);
    clear();
    const { error } = await reset({
      channel,
      address: address.trim(),
      code: code.trim(),
      password,
      ...(needsSecond && secondFactor ? { secondFactor: secondFactor.trim() } : {}),
    });
    setBusy(false);
    if (error?.code === SECOND_FACTOR_WANTED) setNeedsSecond(true);
    else if (error) explain(error);
    else {
      dispatch(toastShown({ kind: 'success', key: 'login.password_reset' }));
      onDone();
    }
  };
  return (
    <div>
      <ChannelSwitch
        label={t('login.channel')}
        selected={channel}
        onChoose={(next) => {
          setChannel(next);
          setNeedsSecond(false);
          form.reset('address', 'code');
        }}
      />
      <FieldForm form={form} onSubmit={(fields) => void submit(fields)} onChange={clear}>
        <AddressItem channel={channel} />
        <SentCodeItem onSend={sendCode} />
        <NewPasswordItems label={t('password.new')} repeatLabel={t('login.repeat')} />
        {needsSecond && (
          <Field
            name="secondFactor"
            label={t('proof.second_factor')}
            extra={t('login.second_text')}
            rules={codeRules(serverText)}
          >
            <SecondFactorField />
          </Field>
        )}
        <Submit text={t('login.reset_submit')} isBusy={isBusy} formError={formError} />
      </FieldForm>
      <OutboxLink />
    </div>
  );
}
