import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useState } from 'react';
import type { DemoUserRecord } from '../../../../shared/wire/demo';
import { useDemoUsersQuery } from '../../entities/demo/demo-api';
import { useEnter } from '../../entities/session/use-enter';
import { wordsOf, type Words } from '../../shared/api/envelope';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import styles from './enter.module.css';
import { PasswordField } from './password-field';
import { emailRules, requiredPassword } from './rules';
import { Submit } from './submit';

interface Fields {
  email: string;
  password: string;
}

/** Who has logged in is taken on by the page, which sees it in the session. */
export function LogInForm() {
  const { say } = useTexts();
  const words = useServerWords();
  const enter = useEnter();
  const [form] = Form.useForm<Fields>();
  const [fault, setFault] = useState<Words | null>(null);
  const [isBusy, setBusy] = useState(false);

  const logIn = async ({ email, password }: Fields) => {
    setBusy(true);
    setFault(null);
    const refused = await enter({ username: email.trim(), password });
    setBusy(false);
    if (refused) setFault(wordsOf(refused));
  };
  const logInAs = ({ email, password }: DemoUserRecord) => {
    form.setFieldsValue({ email, password });
    void logIn({ email, password });
  };
  return (
    <>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger="onBlur"
        noValidate
        onFinish={(fields) => void logIn(fields)}
        onValuesChange={() => setFault(null)}
      >
        <Form.Item name="email" label={say('login.email')} rules={emailRules(words)}>
          <Input size="large" inputMode="email" autoComplete="username" autoCapitalize="off" spellCheck={false} />
        </Form.Item>
        <Form.Item name="password" label={say('login.password')} rules={[requiredPassword(words)]}>
          <PasswordField autoComplete="current-password" />
        </Form.Item>
        <Submit text={say('login.submit')} isBusy={isBusy} fault={fault} />
      </Form>
      <DemoUsers isBusy={isBusy} onChoose={logInAs} />
    </>
  );
}

function DemoUsers({ isBusy, onChoose }: { isBusy: boolean; onChoose: (user: DemoUserRecord) => void }) {
  const { say } = useTexts();
  const { data: users = [] } = useDemoUsersQuery();
  if (users.length === 0) return null;
  return (
    <section className={styles.demo} aria-labelledby="demo-users">
      <h2 id="demo-users">{say('login.demo_title')}</h2>
      <p>{say('login.demo_text')}</p>
      <ul>
        {users.map((user) => (
          <li key={user.email}>
            <button type="button" disabled={isBusy} onClick={() => onChoose(user)}>
              <span>{user.email}</span>
              <small>{say(`login.role.${user.role}`)}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
