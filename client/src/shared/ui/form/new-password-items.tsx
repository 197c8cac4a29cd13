import Form from 'antd/es/form';
import { useServerWords } from '../../i18n/server-words';
import { useTexts } from '../../i18n/use-texts';
import { PasswordField } from './password-field';
import { newPasswordRules, repeatRules } from './rules';

/** A new password for logging in, twice: the fields `password` and `repeat` of a form. */
export function NewPasswordItems({ label, repeatLabel }: { label: string; repeatLabel: string }) {
  const { say } = useTexts();
  const words = useServerWords();
  return (
    <>
      <Form.Item name="password" label={label} extra={say('login.password_hint')} rules={newPasswordRules(words)}>
        <PasswordField autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="repeat"
        label={repeatLabel}
        dependencies={['password']}
        rules={repeatRules(words, say('login.passwords_differ'))}
      >
        <PasswordField autoComplete="new-password" />
      </Form.Item>
    </>
  );
}
