import { Fingerprint, Plus } from 'lucide-react';
import { useState } from 'react';
import type { PasskeyRecord, SecurityOverview } from '../../../../shared/wire/security';
import { usePasskeysQuery } from '../../entities/security/security-api';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { isPasskeyPossible } from '../../shared/lib/passkeys';
import { Faulty } from '../../shared/ui/faulty';
import { Note } from '../../shared/ui/note';
import { Panel, Section, WithOverview } from './panel';
import { AddPasskey, RemovePasskey, RenamePasskey } from './passkey-dialogs';
import styles from './security.module.css';

type Wish = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: PasskeyRecord };

export function PasskeysPage() {
  const { say } = useTexts();
  return (
    <Panel title={say('security.menu.passkeys')} lead={say('passkeys.lead')}>
      <WithOverview>{(overview) => <Passkeys overview={overview} />}</WithOverview>
    </Panel>
  );
}

function Passkeys({ overview }: { overview: SecurityOverview }) {
  const { say } = useTexts();
  const [wish, setWish] = useState<Wish | null>(null);
  const close = () => setWish(null);
  return (
    <Section
      title={say('passkeys.own')}
      lead={isPasskeyPossible() ? undefined : say('passkeys.impossible')}
      actions={
        <button
          type="button"
          className={styles.action}
          data-kind="main"
          disabled={!isPasskeyPossible()}
          onClick={() => setWish({ kind: 'add' })}
        >
          <Plus size={15} aria-hidden="true" />
          {say('passkeys.add')}
        </button>
      }
    >
      <PasskeyList onWish={setWish} />
      {wish?.kind === 'add' && <AddPasskey overview={overview} onClose={close} />}
      {wish?.kind === 'rename' && <RenamePasskey passkey={wish.passkey} onClose={close} />}
      {wish?.kind === 'remove' && <RemovePasskey passkey={wish.passkey} overview={overview} onClose={close} />}
    </Section>
  );
}

function PasskeyList({ onWish }: { onWish: (wish: Wish) => void }) {
  const { say } = useTexts();
  const { data: passkeys, error, refetch } = usePasskeysQuery();
  if (!passkeys && error) return <Faulty fault={error} onRetry={() => void refetch()} />;
  if (!passkeys) return <Note kind="loading" text={say('page.loading')} />;
  if (passkeys.length === 0) return <Note kind="empty" text={say('passkeys.none')} />;
  return (
    <ul className={styles.rows}>
      {passkeys.map((passkey) => (
        <li key={passkey.passkey} className={styles.row}>
          <span className={styles.icon}>
            <Fingerprint size={18} aria-hidden="true" />
          </span>
          <div className={styles.about}>
            <b>{passkey.name}</b>
            <p>
              {say('passkeys.made', { time: dateAndTime(passkey.createdAt) })}
              <br />
              {passkey.lastUsedAt === null
                ? say('passkeys.never_used')
                : say('passkeys.used', { time: dateAndTime(passkey.lastUsedAt) })}
            </p>
          </div>
          <span className={styles.actions}>
            <button
              type="button"
              className={styles.action}
              aria-label={`${say('passkeys.rename')}: ${passkey.name}`}
              onClick={() => onWish({ kind: 'rename', passkey })}
            >
              {say('passkeys.rename')}
            </button>
            <button
              type="button"
              className={styles.action}
              data-kind="bad"
              aria-label={`${say('security.remove')}: ${passkey.name}`}
              onClick={() => onWish({ kind: 'remove', passkey })}
            >
              {say('security.remove')}
            </button>
          </span>
        </li>
      ))}
    </ul>
  );
}
