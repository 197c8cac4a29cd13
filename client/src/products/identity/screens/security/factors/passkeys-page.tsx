import { Fingerprint, Plus } from 'lucide-react';
import { useState } from 'react';
import type { SecurityOverview } from '../../../../../../../shared/products/identity/security';
import { securityApi, usePasskeysQuery } from '../../../../../entities/security/security-api';
import { useTexts } from '../../../../../shared/i18n/use-texts';
import { isPasskeyPossible } from '../../../../../shared/lib/passkeys';
import { Note } from '../../../../../shared/ui/page/note';
import { Waiting } from '../../../../../shared/ui/page/waiting';
import { FactorRows, type Factor } from './factor-rows';
import { OtherFactor, useMustBind } from './other-factor';
import { Panel, Section, WithOverview } from '../parts/panel';
import { AddPasskey, RemovePasskey } from './passkey-dialogs';
import { RenameFactor } from './rename-factor';
import styles from '../parts/security.module.css';

type Wish = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Factor };

export function PasskeysPage() {
  const { say } = useTexts();
  return (
    <Panel title={say('security.menu.passkeys')} lead={say(useMustBind() ? 'staff_factor.lead' : 'passkeys.lead')}>
      <WithOverview>{(overview) => <Passkeys overview={overview} />}</WithOverview>
      <OtherFactor factor="authenticator" />
    </Panel>
  );
}

function Passkeys({ overview }: { overview: SecurityOverview }) {
  const { say } = useTexts();
  const [wish, setWish] = useState<Wish | null>(null);
  const [rename] = securityApi.useRenamePasskeyMutation();
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
      {wish?.kind === 'rename' && (
        <RenameFactor
          name={wish.passkey.name}
          onRename={async (name) => (await rename({ passkey: wish.passkey.id, name })).error}
          onClose={close}
        />
      )}
      {wish?.kind === 'remove' && <RemovePasskey passkey={wish.passkey} overview={overview} onClose={close} />}
    </Section>
  );
}

function PasskeyList({ onWish }: { onWish: (wish: Wish) => void }) {
  const { say } = useTexts();
  const { data: passkeys, error, refetch } = usePasskeysQuery();
  if (!passkeys) return <Waiting error={error} onRetry={refetch} />;
  if (passkeys.length === 0) return <Note kind="empty" text={say('passkeys.none')} />;
  return (
    <FactorRows
      icon={Fingerprint}
      factors={passkeys.map(({ passkey, ...known }) => ({ id: passkey, ...known }))}
      onRename={(passkey) => onWish({ kind: 'rename', passkey })}
      onRemove={(passkey) => onWish({ kind: 'remove', passkey })}
    />
  );
}
