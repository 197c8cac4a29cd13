import { useId, useState, type FormEvent } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import { NICK_NAME_LENGTH_MAX } from '../../../../../../shared/products/identity/rules/credentials';
import { nameFault } from '../../../../../../shared/products/content/rules/plain-text';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { invitationLink } from '../../../../kit/entities/referral/invitation-link';
import { selectUser } from '../../../../kit/entities/session/session-slice';
import { LANGUAGE_NAMES } from '../../../../kit/i18n/languages';
import { securityApi } from '../../../../kit/entities/security/security-api';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { countryName } from '../../../../kit/lib/countries';
import { copyText } from '../../../../kit/lib/copy';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { CountrySelect } from '../../../../kit/ui/form/fields/country-select';
import { TextField } from '../../../../kit/ui/form/fields/text-field';
import { Bindings } from './bindings';
import { OwnData } from './own-data';
import { Panel, Section, WithOverview } from './parts/panel';
import { Limits, SafetyMeter } from './safety';
import styles from './parts/security.module.css';
import { useConfirmation } from './parts/use-done';

/** The user's personal data and security level. */
export function PersonalPage() {
  const { t } = useTexts();
  return (
    <Panel title={t('security.menu.personal')} lead={t('personal.lead')}>
      <WithOverview>
        {(overview) => (
          <>
            <Section title={t('personal.about')}>
              <Facts overview={overview} />
            </Section>
            <Section title={t('security.level_label')}>
              <SafetyMeter level={overview.safetyLevel} />
            </Section>
            <Section title={t('security.bindings')}>
              <Bindings overview={overview} />
            </Section>
            <Section title={t('security.limits')} lead={t('security.limits_lead')}>
              <Limits overview={overview} />
            </Section>
            <OwnData
              userId={overview.userId}
              hasAuthenticator={overview.authenticator}
              hasPasskey={overview.passkeys > 0}
            />
          </>
        )}
      </WithOverview>
    </Panel>
  );
}

function Facts({ overview }: { overview: SecurityOverview }) {
  const { t, numbers } = useTexts();
  const confirm = useConfirmation();
  const { userId, creditScore, registeredAt, withdrawalLimit } = overview;
  const user = useSelector(selectUser);
  const copy = async (text: string) => {
    if (await copyText(text)) confirm('page.copied');
  };
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('account.id')}</dt>
        <dd>
          {userId}
          <button type="button" className={styles.link} onClick={() => void copy(String(userId))}>
            {t('security.copy')}
          </button>
        </dd>
      </div>
      {user && (
        <div>
          <dt>{t('personal.user_name')}</dt>
          <dd>{user.userName}</dd>
        </div>
      )}
      <NickName overview={overview} />
      <Nationality overview={overview} />
      <div>
        <dt>{t('personal.credit_score')}</dt>
        <dd>
          {creditScore}
          <small className={styles.muted}>/ 100</small>
        </dd>
      </div>
      <div>
        <dt>{t('account.registered')}</dt>
        <dd>{dateAndTime(registeredAt)}</dd>
      </div>
      <div>
        <dt>{t('personal.language')}</dt>
        <dd>
          {LANGUAGE_NAMES[overview.language]}
          <Link className={styles.link} to="/accountSet/language">
            {t('security.verb.change')}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{t('personal.daily_limit')}</dt>
        <dd>{numbers.fixed(withdrawalLimit, 0)} USDT</dd>
      </div>
      {user && user.invitationCode !== '' && (
        <div>
          <dt>{t('personal.invitation_code')}</dt>
          <dd>
            {user.invitationCode}
            <button
              type="button"
              className={styles.link}
              aria-label={t('personal.copy_invitation_code')}
              onClick={() => void copy(user.invitationCode)}
            >
              {t('security.copy')}
            </button>
          </dd>
        </div>
      )}
      {user && user.invitationCode !== '' && (
        <div className={styles.wide}>
          <dt>{t('personal.invitation_link')}</dt>
          <dd>
            <Link className={styles.link} to="/share">
              {invitationLink(user.invitationCode)}
            </Link>
            <button
              type="button"
              className={styles.link}
              aria-label={t('personal.copy_invitation_link')}
              onClick={() => void copy(invitationLink(user.invitationCode))}
            >
              {t('security.copy')}
            </button>
          </dd>
        </div>
      )}
    </dl>
  );
}

function NickName({ overview: { nickName } }: { overview: SecurityOverview }) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const id = useId();
  const confirm = useConfirmation();
  const [draft, setDraft] = useState<string | null>(null);
  const [save, { isLoading }] = securityApi.useSetNickNameMutation();
  const errorCode = draft === null || draft.trim() === nickName ? null : nameFault(draft.trim());
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const name = draft?.trim() ?? '';
    if (name === '' || errorCode !== null || isLoading) return;
    if (name !== nickName) {
      const { error } = await save({ nickName: name });
      if (error) return;
      confirm('security.saved');
    }
    setDraft(null);
  };
  return (
    <div>
      <dt>{draft === null ? t('personal.nick_name') : <label htmlFor={id}>{t('personal.nick_name')}</label>}</dt>
      <dd>
        {draft === null ? (
          <>
            {nickName}
            <button
              type="button"
              className={styles.link}
              aria-label={t('personal.edit_nick_name')}
              onClick={() => setDraft(nickName)}
            >
              {t('security.verb.change')}
            </button>
          </>
        ) : (
          <form className={styles.inline} onSubmit={(event) => void submit(event)}>
            <TextField
              id={id}
              autoFocus
              value={draft}
              maxLength={NICK_NAME_LENGTH_MAX}
              autoComplete="nickname"
              aria-invalid={errorCode !== null}
              aria-describedby={errorCode === null ? undefined : `${id}-fault`}
              onChange={({ target }) => setDraft(target.value)}
              onKeyDown={({ key }) => key === 'Escape' && setDraft(null)}
            />
            <button type="submit" className={styles.action} disabled={isLoading || draft.trim() === ''}>
              {t('security.save')}
            </button>
            <button type="button" className={styles.action} onClick={() => setDraft(null)}>
              {t('security.cancel')}
            </button>
            {errorCode !== null && (
              <p id={`${id}-fault`} className={styles.note} data-kind="warning" role="alert">
                {serverText('field', errorCode)}
              </p>
            )}
          </form>
        )}
      </dd>
    </div>
  );
}

/** From the document once verified, before that as entered by the user. */
function Nationality({ overview: { nationality, verified } }: { overview: SecurityOverview }) {
  const { t, language } = useTexts();
  const confirm = useConfirmation();
  const [isEditing, setEditing] = useState(false);
  const [save] = securityApi.useSetNationalityMutation();
  const choose = async (code: string | undefined) => {
    setEditing(false);
    if (code === undefined || code === nationality) return;
    const { error } = await save({ nationality: code });
    if (!error) confirm('security.saved');
  };
  return (
    <div>
      <dt>{t('personal.nationality')}</dt>
      <dd>
        {isEditing ? (
          <CountrySelect
            aria-label={t('personal.nationality')}
            value={nationality ?? undefined}
            onChange={(code) => void choose(code)}
          />
        ) : (
          <>
            {nationality === null ? t('personal.not_given') : countryName(nationality, language)}
            {!verified && (
              <button
                type="button"
                className={styles.link}
                aria-label={t('personal.edit_nationality')}
                onClick={() => setEditing(true)}
              >
                {t(nationality === null ? 'security.verb.set' : 'security.verb.change')}
              </button>
            )}
          </>
        )}
      </dd>
    </div>
  );
}
