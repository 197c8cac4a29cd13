import { useId, useState, type FormEvent } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import { NICK_NAME_LENGTH_MAX } from '../../../../../../shared/products/identity/rules/credentials';
import { nameFault } from '../../../../../../shared/products/content/rules/plain-text';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { invitationLink } from '../../../../entities/referral/invitation-link';
import { selectUser } from '../../../../entities/session/session-slice';
import { LANGUAGE_NAMES } from '../../../../shared/i18n/languages';
import { securityApi } from '../../../../entities/security/security-api';
import { useServerWords } from '../../../../shared/i18n/server-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { countryName } from '../../../../shared/lib/countries';
import { copyText } from '../../../../shared/lib/copy';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import { CountrySelect } from '../../../../shared/ui/form/fields/country-select';
import { TextField } from '../../../../shared/ui/form/fields/text-field';
import { Bindings } from './bindings';
import { OwnData } from './own-data';
import { Panel, Section, WithOverview } from './parts/panel';
import { Limits, SafetyMeter } from './safety';
import styles from './parts/security.module.css';
import { useSaid } from './parts/use-done';

/** Who the user is to the exchange, and how safe the account stands. */
export function PersonalPage() {
  const { say } = useTexts();
  return (
    <Panel title={say('security.menu.personal')} lead={say('personal.lead')}>
      <WithOverview>
        {(overview) => (
          <>
            <Section title={say('personal.about')}>
              <Facts overview={overview} />
            </Section>
            <Section title={say('security.level_label')}>
              <SafetyMeter level={overview.safetyLevel} />
            </Section>
            <Section title={say('security.bindings')}>
              <Bindings overview={overview} />
            </Section>
            <Section title={say('security.limits')} lead={say('security.limits_lead')}>
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
  const { say, numbers } = useTexts();
  const said = useSaid();
  const { userId, creditScore, registeredAt, withdrawalLimit } = overview;
  const user = useSelector(selectUser);
  const copy = async (text: string) => {
    if (await copyText(text)) said('page.copied');
  };
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{say('account.id')}</dt>
        <dd>
          {userId}
          <button type="button" className={styles.link} onClick={() => void copy(String(userId))}>
            {say('security.copy')}
          </button>
        </dd>
      </div>
      {user && (
        <div>
          <dt>{say('personal.user_name')}</dt>
          <dd>{user.userName}</dd>
        </div>
      )}
      <NickName overview={overview} />
      <Nationality overview={overview} />
      <div>
        <dt>{say('personal.credit_score')}</dt>
        <dd>
          {creditScore}
          <small className={styles.muted}>/ 100</small>
        </dd>
      </div>
      <div>
        <dt>{say('account.registered')}</dt>
        <dd>{dateAndTime(registeredAt)}</dd>
      </div>
      <div>
        <dt>{say('personal.language')}</dt>
        <dd>
          {LANGUAGE_NAMES[overview.language]}
          <Link className={styles.link} to="/accountSet/language">
            {say('security.verb.change')}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{say('personal.daily_limit')}</dt>
        <dd>{numbers.fixed(withdrawalLimit, 0)} USDT</dd>
      </div>
      {user && user.invitationCode !== '' && (
        <div>
          <dt>{say('personal.invitation_code')}</dt>
          <dd>
            {user.invitationCode}
            <button
              type="button"
              className={styles.link}
              aria-label={say('personal.copy_invitation_code')}
              onClick={() => void copy(user.invitationCode)}
            >
              {say('security.copy')}
            </button>
          </dd>
        </div>
      )}
      {user && user.invitationCode !== '' && (
        <div className={styles.wide}>
          <dt>{say('personal.invitation_link')}</dt>
          <dd>
            <Link className={styles.link} to="/share">
              {invitationLink(user.invitationCode)}
            </Link>
            <button
              type="button"
              className={styles.link}
              aria-label={say('personal.copy_invitation_link')}
              onClick={() => void copy(invitationLink(user.invitationCode))}
            >
              {say('security.copy')}
            </button>
          </dd>
        </div>
      )}
    </dl>
  );
}

function NickName({ overview: { nickName } }: { overview: SecurityOverview }) {
  const { say } = useTexts();
  const words = useServerWords();
  const id = useId();
  const said = useSaid();
  const [draft, setDraft] = useState<string | null>(null);
  const [save, { isLoading }] = securityApi.useSetNickNameMutation();
  const fault = draft === null || draft.trim() === nickName ? null : nameFault(draft.trim());
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const name = draft?.trim() ?? '';
    if (name === '' || fault !== null || isLoading) return;
    if (name !== nickName) {
      const { error } = await save({ nickName: name });
      if (error) return;
      said('security.saved');
    }
    setDraft(null);
  };
  return (
    <div>
      <dt>{draft === null ? say('personal.nick_name') : <label htmlFor={id}>{say('personal.nick_name')}</label>}</dt>
      <dd>
        {draft === null ? (
          <>
            {nickName}
            <button
              type="button"
              className={styles.link}
              aria-label={say('personal.edit_nick_name')}
              onClick={() => setDraft(nickName)}
            >
              {say('security.verb.change')}
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
              aria-invalid={fault !== null}
              aria-describedby={fault === null ? undefined : `${id}-fault`}
              onChange={({ target }) => setDraft(target.value)}
              onKeyDown={({ key }) => key === 'Escape' && setDraft(null)}
            />
            <button type="submit" className={styles.action} disabled={isLoading || draft.trim() === ''}>
              {say('security.save')}
            </button>
            <button type="button" className={styles.action} onClick={() => setDraft(null)}>
              {say('security.cancel')}
            </button>
            {fault !== null && (
              <p id={`${id}-fault`} className={styles.note} data-kind="warning" role="alert">
                {words('field', fault)}
              </p>
            )}
          </form>
        )}
      </dd>
    </div>
  );
}

/** As the document has it once the name is verified; until then as the user says. */
function Nationality({ overview: { nationality, verified } }: { overview: SecurityOverview }) {
  const { say, language } = useTexts();
  const said = useSaid();
  const [isEditing, setEditing] = useState(false);
  const [save] = securityApi.useSetNationalityMutation();
  const choose = async (code: string | undefined) => {
    setEditing(false);
    if (code === undefined || code === nationality) return;
    const { error } = await save({ nationality: code });
    if (!error) said('security.saved');
  };
  return (
    <div>
      <dt>{say('personal.nationality')}</dt>
      <dd>
        {isEditing ? (
          <CountrySelect
            aria-label={say('personal.nationality')}
            value={nationality ?? undefined}
            onChange={(code) => void choose(code)}
          />
        ) : (
          <>
            {nationality === null ? say('personal.not_given') : countryName(nationality, language)}
            {!verified && (
              <button
                type="button"
                className={styles.link}
                aria-label={say('personal.edit_nationality')}
                onClick={() => setEditing(true)}
              >
                {say(nationality === null ? 'security.verb.set' : 'security.verb.change')}
              </button>
            )}
          </>
        )}
      </dd>
    </div>
  );
}
