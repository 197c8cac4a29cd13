import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { NICK_NAME_LENGTH_MAX } from '../../../../../shared/products/identity/rules/credentials';
import type { LegalLink } from '../../../../../shared/rules/site-config';
import type { RegisterRequest } from '../../../../../shared/products/identity/account';
import { CHANNELS, type Channel } from '../../../../../shared/products/identity/rules/code-channels';
import { useDeskConfig } from '../../../kit/entities/config/config-api';
import { useRegisterMutation, useRegistrationTermsQuery } from '../../../kit/entities/session/session-api';
import { useLogInMethods } from '../api/use-log-in-methods';
import type { TextKey } from '../../../kit/i18n/i18n';
import { useServerWords } from '../../../kit/i18n/server-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import { useAttempt } from '../../../kit/lib/hooks/use-attempt';
import { toastShown } from '../../../kit/toasts/toasts-slice';
import { AnyLink } from '../../../kit/ui/controls/any-link';
import { ChannelSwitch } from '../../../kit/ui/form/fields/channel-switch';
import { CountrySelect } from '../../../kit/ui/form/fields/country-select';
import { NewPasswordItems } from '../../../kit/ui/form/fields/new-password-items';
import { agreementRule, publicName, required } from '../../../kit/ui/form/rules';
import { FieldForm } from '../../../kit/ui/form/field-form';
import { Submit } from '../../../kit/ui/form/submit';
import { useRefusals } from '../../../kit/ui/form/use-refusals';
import { OutboxLink } from './demo-users';
import styles from './enter.module.css';
import { AddressItem, SENT_CODE_FIELD_OF, SentCodeItem } from './sent-code-items';
import { goodAddress, useEntryCode } from './use-entry-code';
import { Field } from '../../../kit/ui/form/field';
import { useForm } from '../../../kit/ui/form/use-form';
import { TextField } from '../../../kit/ui/form/fields/text-field';
import { Checkbox } from '../../../kit/ui/form/fields/checkbox';

interface Fields {
  address: string;
  code: string;
  password: string;
  repeat: string;
  nickName?: string;
  nationality?: RegisterRequest['nationality'];
  invitationCode?: string;
  agreement: boolean;
}

/** Refusal codes and the fields they belong to. */
const FIELD_OF = {
  ...SENT_CODE_FIELD_OF,
  'account.already.registered': 'address',
  'password.too.weak': 'password',
  'invitation.code.required': 'invitationCode',
  'invitation.code.invalid': 'invitationCode',
};
const INVITATION_LENGTH_MAX = 32;

/** Registration logs the user in. `invitation` is the code of the link. */
export function RegisterForm({ invitation }: { invitation: string }) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const dispatch = useDispatch();
  const enter = useLogInMethods();
  const { data: terms } = useRegistrationTermsQuery();
  const [register] = useRegisterMutation();
  const form = useForm<Fields>({ invitationCode: invitation });
  const { formError, explain, clear } = useRefusals(form, FIELD_OF);
  const [preferredChannel, setPreferredChannel] = useState<Channel>('email');
  const [isBusy, setBusy] = useState(false);
  // A retry with the same fields is the same registration; other fields make a new one.
  const attempt = useAttempt();
  const channels = terms?.channels.length ? terms.channels : CHANNELS;
  const channel = channels.includes(preferredChannel) ? preferredChannel : channels[0];
  const isInvitationRequired = terms?.invitationRequired ?? false;
  const sendCode = useEntryCode({
    purpose: 'register',
    channel,
    addressOf: () => goodAddress(form),
    onRefused: explain,
  });

  const submit = async ({ address, code, password, ...others }: Fields) => {
    setBusy(true);
    clear();
    const request = {
      ...{ channel, address: address.trim(), code: code.trim(), password },
      ...{ agreement: true as const, ...optionalFieldsOf(others) },
    };
    const answer = await register({ clientId: attempt.idOf(request), ...request });
    if (!answer.error) attempt.accepted();
    if (answer.error) explain(answer.error);
    else {
      const logInError = await enter.byPassword({ username: address.trim(), password });
      // Shown only now, because toasts are reset with the visitor's session.
      dispatch(toastShown({ kind: 'success', key: 'login.registered' }));
      if (logInError) explain(logInError);
    }
    setBusy(false);
  };
  return (
    <div>
      <ChannelSwitch
        label={t('login.channel')}
        selected={channel}
        channels={channels}
        onChoose={(next) => {
          setPreferredChannel(next);
          form.reset('address', 'code');
        }}
      />
      <FieldForm form={form} onSubmit={(fields) => void submit(fields)} onChange={clear}>
        <AddressItem channel={channel} />
        <SentCodeItem onSend={sendCode} />
        <NewPasswordItems label={t('login.password')} repeatLabel={t('login.repeat')} />
        <Field name="nickName" label={t('login.nickname')} rules={[publicName(serverText)]}>
          <TextField size="large" autoComplete="nickname" maxLength={NICK_NAME_LENGTH_MAX} />
        </Field>
        <Field name="nationality" label={t('login.nationality')}>
          <CountrySelect isClearable />
        </Field>
        <Field
          name="invitationCode"
          label={t(isInvitationRequired ? 'login.invitation_required' : 'login.invitation')}
          rules={isInvitationRequired ? [required(serverText)] : []}
        >
          <TextField
            size="large"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={INVITATION_LENGTH_MAX}
          />
        </Field>
        <Field name="agreement" judgedOn="change" rules={[agreementRule(t('login.agreement_required'))]}>
          <Checkbox>{t('login.agree')}</Checkbox>
        </Field>
        <p className={styles.texts}>
          <LegalTexts />
        </p>
        <Submit text={t('login.register_submit')} isBusy={isBusy} formError={formError} />
      </FieldForm>
      <OutboxLink />
    </div>
  );
}

const TEXTS = {
  link_agreement: 'footer.agreement',
  link_privacy: 'footer.privacy',
  link_risk: 'footer.risk',
} as const satisfies Partial<Record<LegalLink, TextKey>>;

/** Links from the exchange's settings. */
function LegalTexts() {
  const { t } = useTexts();
  const config = useDeskConfig();
  const links = (Object.keys(TEXTS) as (keyof typeof TEXTS)[]).filter((link) => config[link] !== '');
  return links.map((link) => (
    <AnyLink key={link} to={config[link]} inTab>
      {t(TEXTS[link])}
    </AnyLink>
  ));
}

/** Optional fields, omitted if empty. */
function optionalFieldsOf({ nickName, nationality, invitationCode }: Partial<Fields>) {
  const name = nickName?.trim() ?? '';
  const invited = invitationCode?.trim() ?? '';
  return {
    ...(name === '' ? {} : { nickName: name }),
    ...(nationality === undefined ? {} : { nationality }),
    ...(invited === '' ? {} : { invitationCode: invited }),
  };
}
