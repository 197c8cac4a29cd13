/** Target of a granted recovery link. The token is in the fragment and is sent only in request bodies. */
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';
import { useFinishRecoveryMutation } from '../../api/recovery-api';
import { LOG_IN_PATH, PlainCard } from '../../panels/entry-card';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { toastShown } from '../../../../kit/toasts/toasts-slice';
import { FieldForm } from '../../../../kit/ui/form/field-form';
import { NewPasswordItems } from '../../../../kit/ui/form/fields/new-password-items';
import { Submit } from '../../../../kit/ui/form/submit';
import { useRefusals } from '../../../../kit/ui/form/use-refusals';
import { useForm } from '../../../../kit/ui/form/use-form';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const FIELD_OF = { 'password.too.weak': 'password' };

interface Fields {
  password: string;
  repeat: string;
}

export function RecoveryLinkPage() {
  const { t } = useTexts();
  const serverText = useServerWords();
  const token = useLocation().hash.slice(1);
  return (
    <PlainCard title={t('recover.finish_title')} lead={t('recover.finish_lead')}>
      {TOKEN.test(token) ? (
        <NewPassword token={token} />
      ) : (
        <p role="alert">{serverText('code', 'recovery.link.invalid')}</p>
      )}
    </PlainCard>
  );
}

function NewPassword({ token }: { token: string }) {
  const { t } = useTexts();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [finish, { isLoading }] = useFinishRecoveryMutation();
  const form = useForm<Fields>();
  const { formError, explain, clear } = useRefusals(form, FIELD_OF);
  const submit = async ({ password }: Fields) => {
    clear();
    const { error } = await finish({ token, password });
    if (error) return explain(error);
    dispatch(toastShown({ kind: 'success', key: 'recover.finished' }));
    void navigate(LOG_IN_PATH);
  };
  return (
    <FieldForm form={form} onSubmit={(fields: Fields) => void submit(fields)} onChange={clear}>
      <NewPasswordItems label={t('password.new')} repeatLabel={t('login.repeat')} />
      <Submit text={t('recover.finish_submit')} isBusy={isLoading} formError={formError} />
    </FieldForm>
  );
}
