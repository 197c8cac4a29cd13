/** Where the link of a granted request leads: what it is worth stands behind the #, and is sent in the body of the request alone. */
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';
import { useFinishRecoveryMutation } from '../../api/recovery-api';
import { LOG_IN_PATH, PlainCard } from '../../panels/entry-card';
import { useServerWords } from '../../../../shared/i18n/server-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { toastShown } from '../../../../shared/toasts/toasts-slice';
import { FieldForm } from '../../../../shared/ui/form/field-form';
import { NewPasswordItems } from '../../../../shared/ui/form/fields/new-password-items';
import { Submit } from '../../../../shared/ui/form/submit';
import { useRefusals } from '../../../../shared/ui/form/use-refusals';
import { useForm } from '../../../../shared/ui/form/use-form';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const FIELD_OF = { 'password.too.weak': 'password' };

interface Fields {
  password: string;
  repeat: string;
}

export function RecoveryLinkPage() {
  const { say } = useTexts();
  const words = useServerWords();
  const token = useLocation().hash.slice(1);
  return (
    <PlainCard title={say('recover.finish_title')} lead={say('recover.finish_lead')}>
      {TOKEN.test(token) ? <NewPassword token={token} /> : <p role="alert">{words('code', 'recovery.link.invalid')}</p>}
    </PlainCard>
  );
}

function NewPassword({ token }: { token: string }) {
  const { say } = useTexts();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [finish, { isLoading }] = useFinishRecoveryMutation();
  const form = useForm<Fields>();
  const { fault, explain, clear } = useRefusals(form, FIELD_OF);
  const submit = async ({ password }: Fields) => {
    clear();
    const { error } = await finish({ token, password });
    if (error) return explain(error);
    dispatch(toastShown({ kind: 'success', key: 'recover.finished' }));
    void navigate(LOG_IN_PATH);
  };
  return (
    <FieldForm form={form} onSubmit={(fields: Fields) => void submit(fields)} onChange={clear}>
      <NewPasswordItems label={say('password.new')} repeatLabel={say('login.repeat')} />
      <Submit text={say('recover.finish_submit')} isBusy={isLoading} fault={fault} />
    </FieldForm>
  );
}
