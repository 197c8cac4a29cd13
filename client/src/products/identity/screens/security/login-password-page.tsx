import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { securityApi } from '../../../../kit/entities/security/security-api';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { PasswordField } from '../../../../kit/ui/form/fields/password-field';
import { newPasswordRules, repeatRules, requiredPassword } from '../../../../kit/ui/form/rules';
import { PROOF_FIELD_OF, SecondFactorItem, secondFactorOf } from '../../../../kit/ui/form/fields/proof-items';
import { Field } from '../../../../kit/ui/form/field';
import { useForm } from '../../../../kit/ui/form/use-form';
import { CodeLogIn } from './code-log-in';
import { Panel, WithOverview } from './parts/panel';
import { SecureForm } from './parts/secure-form';
import styles from './parts/security.module.css';
import { SettingsLock } from './settings-lock';
import { useDone } from './parts/use-done';

export function LoginPasswordPage() {
  const { t } = useTexts();
  return (
    <Panel title={t('security.menu.password')} lead={t('password.lead')}>
      <WithOverview>
        {(overview) => (
          <>
            <ChangePassword overview={overview} />
            <CodeLogIn overview={overview} />
            <SettingsLock overview={overview} />
          </>
        )}
      </WithOverview>
    </Panel>
  );
}

interface Fields {
  oldPassword: string;
  password: string;
  repeat: string;
  secondFactor?: string;
}

const FIELD_OF = {
  ...PROOF_FIELD_OF,
  'password.wrong': 'oldPassword',
  'password.too.weak': 'password',
  'password.unchanged': 'password',
};

function ChangePassword({ overview }: { overview: SecurityOverview }) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const confirmAndReturn = useDone();
  const form = useForm<Fields>();
  const [change] = securityApi.useChangePasswordMutation();
  const submit = async ({ oldPassword, password, secondFactor }: Fields) => {
    const { error } = await change({ oldPassword, password, ...secondFactorOf(secondFactor) });
    if (!error) confirmAndReturn('password.changed');
    return error;
  };
  return (
    <div className={styles.body}>
      <SecureForm form={form} fieldOf={FIELD_OF} submitText={t('password.submit')} onSubmit={submit}>
        <Field name="oldPassword" label={t('password.old')} rules={[requiredPassword(serverText)]}>
          <PasswordField autoComplete="current-password" />
        </Field>
        <Field
          name="password"
          label={t('password.new')}
          extra={t('login.password_hint')}
          rules={newPasswordRules(serverText)}
        >
          <PasswordField autoComplete="new-password" />
        </Field>
        <Field
          name="repeat"
          label={t('password.repeat')}
          judgedWith="password"
          rules={repeatRules(serverText, t('login.passwords_differ'))}
        >
          <PasswordField autoComplete="new-password" />
        </Field>
        <SecondFactorItem isBound={overview.authenticator} hasPasskey={overview.passkeys > 0} />
      </SecureForm>
    </div>
  );
}
