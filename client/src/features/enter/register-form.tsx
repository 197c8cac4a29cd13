import { nanoid } from '@reduxjs/toolkit';
import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import { NICK_NAME_LENGTH_MAX } from '../../../../shared/rules/credentials';
import { useRegisterMutation } from '../../entities/session/session-api';
import { useEnter } from '../../entities/session/use-enter';
import { wordsOf, type Fault, type Words } from '../../shared/api/envelope';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { noticeShown } from '../../shared/notices/notices-slice';
import styles from './enter.module.css';
import { PasswordField } from './password-field';
import { agreementRule, emailRules, newPasswordRules, repeatRules } from './rules';
import { Submit } from './submit';

interface Fields {
  email: string;
  password: string;
  repeat: string;
  nickName?: string;
  agreement: boolean;
}

/** Refusals that are about one field. */
const FIELD_OF: Readonly<Partial<Record<string, keyof Fields>>> = {
  'email.format.error': 'email',
  'account.already.registered': 'email',
  'password.too.weak': 'password',
};

/** Whoever has registered is logged in at once. */
export function RegisterForm() {
  const { say } = useTexts();
  const words = useServerWords();
  const dispatch = useDispatch();
  const enter = useEnter();
  const [register] = useRegisterMutation();
  const [form] = Form.useForm<Fields>();
  const [fault, setFault] = useState<Words | null>(null);
  const [isBusy, setBusy] = useState(false);
  // The same attempt sent again is the same registration; other fields are another.
  const clientId = useRef(nanoid());

  const explain = (refused: Fault) => {
    const field = FIELD_OF[refused.code ?? ''];
    if (field && refused.message) form.setFields([{ name: field, errors: [refused.message] }]);
    else setFault(wordsOf(refused));
  };
  const submit = async ({ email, password, nickName }: Fields) => {
    setBusy(true);
    setFault(null);
    const name = nickName?.trim() ?? '';
    const answer = await register({
      clientId: clientId.current,
      email: email.trim(),
      password,
      agreement: true,
      ...(name === '' ? {} : { nickName: name }),
    });
    if (answer.error) explain(answer.error);
    else {
      dispatch(noticeShown({ kind: 'success', key: 'login.registered' }));
      const refused = await enter({ username: email.trim(), password });
      if (refused) setFault(wordsOf(refused));
    }
    setBusy(false);
  };
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      validateTrigger="onBlur"
      noValidate
      onFinish={(fields) => void submit(fields)}
      onValuesChange={() => {
        clientId.current = nanoid();
        setFault(null);
      }}
    >
      <Form.Item name="email" label={say('login.email')} rules={emailRules(words)}>
        <Input size="large" inputMode="email" autoComplete="username" autoCapitalize="off" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="password"
        label={say('login.password')}
        extra={say('login.password_hint')}
        rules={newPasswordRules(words)}
      >
        <PasswordField autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="repeat"
        label={say('login.repeat')}
        dependencies={['password']}
        rules={repeatRules(words, say('login.passwords_differ'))}
      >
        <PasswordField autoComplete="new-password" />
      </Form.Item>
      <Form.Item name="nickName" label={say('login.nickname')}>
        <Input size="large" autoComplete="nickname" maxLength={NICK_NAME_LENGTH_MAX} />
      </Form.Item>
      <Form.Item
        name="agreement"
        valuePropName="checked"
        validateTrigger="onChange"
        rules={[agreementRule(say('login.agreement_required'))]}
      >
        <Checkbox>{say('login.agree')}</Checkbox>
      </Form.Item>
      <p className={styles.texts}>
        <Link to="/userAgreement" target="_blank">
          {say('footer.agreement')}
        </Link>
        <Link to="/privacyPolicy" target="_blank">
          {say('footer.privacy')}
        </Link>
      </p>
      <Submit text={say('login.register_submit')} isBusy={isBusy} fault={fault} />
    </Form>
  );
}
