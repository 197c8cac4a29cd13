import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { NICK_NAME_LENGTH_MAX } from '../../../../../shared/products/identity/rules/credentials';
import type { LegalLink } from '../../../../../shared/rules/desk-config';
import type { RegisterRequest } from '../../../../../shared/products/identity/account';
import { CHANNELS, type Channel } from '../../../../../shared/products/identity/rules/code-channels';
import { useDeskConfig } from '../../../entities/config/config-api';
import { useRegisterMutation, useRegistrationTermsQuery } from '../../../entities/session/session-api';
import { useEnter } from '../api/use-enter';
import type { TextKey } from '../../../shared/i18n/i18n';
import { useServerWords } from '../../../shared/i18n/server-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import { useAttempt } from '../../../shared/lib/hooks/use-attempt';
import { toastShown } from '../../../shared/toasts/toasts-slice';
import { AnyLink } from '../../../shared/ui/controls/any-link';
import { ChannelSwitch } from '../../../shared/ui/form/fields/channel-switch';
import { CountrySelect } from '../../../shared/ui/form/fields/country-select';
import { NewPasswordItems } from '../../../shared/ui/form/fields/new-password-items';
import { agreementRule, publicName, required } from '../../../shared/ui/form/rules';
import { FieldForm } from '../../../shared/ui/form/field-form';
import { Submit } from '../../../shared/ui/form/submit';
import { useRefusals } from '../../../shared/ui/form/use-refusals';
import { OutboxLink } from './demo-users';
import styles from './enter.module.css';
import { AddressItem, SENT_CODE_FIELD_OF, SentCodeItem } from './sent-code-items';
import { goodAddress, useEntryCode } from './use-entry-code';
import { Field } from '../../../shared/ui/form/field';
import { useForm } from '../../../shared/ui/form/use-form';
import { TextField } from '../../../shared/ui/form/fields/text-field';
import { Checkbox } from '../../../shared/ui/form/fields/checkbox';

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

/** Refusals that are about one field. */
const FIELD_OF = {
  ...SENT_CODE_FIELD_OF,
  'account.already.registered': 'address',
  'password.too.weak': 'password',
  'invitation.code.required': 'invitationCode',
  'invitation.code.invalid': 'invitationCode',
};
const INVITATION_LENGTH_MAX = 32;

/** Whoever has registered is logged in at once. `invitation` is what the link brought along. */
export function RegisterForm({ invitation }: { invitation: string }) {
  const { say } = useTexts();
  const words = useServerWords();
  const dispatch = useDispatch();
  const enter = useEnter();
  const { data: terms } = useRegistrationTermsQuery();
  const [register] = useRegisterMutation();
  const form = useForm<Fields>({ invitationCode: invitation });
  const { fault, explain, clear } = useRefusals(form, FIELD_OF);
  const [wish, setWish] = useState<Channel>('email');
  const [isBusy, setBusy] = useState(false);
  // The same attempt sent again is the same registration; other fields are another.
  const attempt = useAttempt();
  const channels = terms?.channels.length ? terms.channels : CHANNELS;
  const channel = channels.includes(wish) ? wish : channels[0];
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
    const wish = {
      ...{ channel, address: address.trim(), code: code.trim(), password },
      ...{ agreement: true as const, ...given(others) },
    };
    const answer = await register({ clientId: attempt.idOf(wish), ...wish });
    if (!answer.error) attempt.accepted();
    if (answer.error) explain(answer.error);
    else {
      const refused = await enter.byPassword({ username: address.trim(), password });
      // Not before: what was told goes with the visitor's session.
      dispatch(toastShown({ kind: 'success', key: 'login.registered' }));
      if (refused) explain(refused);
    }
    setBusy(false);
  };
  return (
    <div>
      <ChannelSwitch
        label={say('login.channel')}
        chosen={channel}
        channels={channels}
        onChoose={(next) => {
          setWish(next);
          form.reset('address', 'code');
        }}
      />
      <FieldForm form={form} onSubmit={(fields) => void submit(fields)} onChange={clear}>
        <AddressItem channel={channel} />
        <SentCodeItem onSend={sendCode} />
        <NewPasswordItems label={say('login.password')} repeatLabel={say('login.repeat')} />
        <Field name="nickName" label={say('login.nickname')} rules={[publicName(words)]}>
          <TextField size="large" autoComplete="nickname" maxLength={NICK_NAME_LENGTH_MAX} />
        </Field>
        <Field name="nationality" label={say('login.nationality')}>
          <CountrySelect isClearable />
        </Field>
        <Field
          name="invitationCode"
          label={say(isInvitationRequired ? 'login.invitation_required' : 'login.invitation')}
          rules={isInvitationRequired ? [required(words)] : []}
        >
          <TextField
            size="large"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={INVITATION_LENGTH_MAX}
          />
        </Field>
        <Field name="agreement" judgedOn="change" rules={[agreementRule(say('login.agreement_required'))]}>
          <Checkbox>{say('login.agree')}</Checkbox>
        </Field>
        <p className={styles.texts}>
          <LegalTexts />
        </p>
        <Submit text={say('login.register_submit')} isBusy={isBusy} fault={fault} />
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

/** Where the desk says that they are read. */
function LegalTexts() {
  const { say } = useTexts();
  const config = useDeskConfig();
  const links = (Object.keys(TEXTS) as (keyof typeof TEXTS)[]).filter((link) => config[link] !== '');
  return links.map((link) => (
    <AnyLink key={link} to={config[link]} inTab>
      {say(TEXTS[link])}
    </AnyLink>
  ));
}

/** What may be left out is left out when it is empty. */
function given({ nickName, nationality, invitationCode }: Partial<Fields>) {
  const name = nickName?.trim() ?? '';
  const invited = invitationCode?.trim() ?? '';
  return {
    ...(name === '' ? {} : { nickName: name }),
    ...(nationality === undefined ? {} : { nationality }),
    ...(invited === '' ? {} : { invitationCode: invited }),
  };
}
