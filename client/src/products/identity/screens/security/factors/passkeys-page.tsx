import { Fingerprint, Plus } from 'lucide-react';
import { useState } from 'react';
import type { SecurityOverview } from '../../../../../../../shared/products/identity/security';
import { securityApi, usePasskeysQuery } from '../../../../../kit/entities/security/security-api';
import { useTexts } from '../../../../../kit/i18n/use-texts';
import { isPasskeyPossible } from '../../../../../kit/lib/passkeys';
import { Note } from '../../../../../kit/ui/page/note';
import { Waiting } from '../../../../../kit/ui/page/waiting';
import { FactorRows, type Factor } from './factor-rows';
import { OtherFactor, useMustBind } from './other-factor';
import { Panel, Section, WithOverview } from '../parts/panel';
import { AddPasskey, RemovePasskey } from './passkey-dialogs';
import { RenameFactor } from './rename-factor';
import styles from '../parts/security.module.css';

type Wish = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Factor };

export function PasskeysPage() {
  const { t } = useTexts();
  return (
    <Panel title={t('security.menu.passkeys')} lead={t(useMustBind() ? 'staff_factor.lead' : 'passkeys.lead')}>
      <WithOverview>{(overview) => <Passkeys overview={overview} />}</WithOverview>
      <OtherFactor factor="authenticator" />
    </Panel>
  );
}

function Passkeys({ overview }: { overview: SecurityOverview }) {
  const { t } = useTexts();
  const [action, setAction] = useState<Wish | null>(null);
  const [rename] = securityApi.useRenamePasskeyMutation();
  const close = () => setAction(null);
  return (
    <Section
      title={t('passkeys.own')}
      lead={isPasskeyPossible() ? undefined : t('passkeys.impossible')}
      actions={
        <button
          type="button"
          className={styles.action}
          data-kind="main"
          disabled={!isPasskeyPossible()}
          onClick={() => setAction({ kind: 'add' })}
        >
          <Plus size={15} aria-hidden="true" />
          {t('passkeys.add')}
        </button>
      }
    >
      <PasskeyList onAction={setAction} />
      {action?.kind === 'add' && <AddPasskey overview={overview} onClose={close} />}
      {action?.kind === 'rename' && (
        <RenameFactor
          name={action.passkey.name}
          onRename={async (name) => (await rename({ passkey: action.passkey.id, name })).error}
          onClose={close}
        />
      )}
      {action?.kind === 'remove' && <RemovePasskey passkey={action.passkey} overview={overview} onClose={close} />}
    </Section>
  );
}

function PasskeyList({ onAction }: { onAction: (action: Wish) => void }) {
  const { t } = useTexts();
  const { data: passkeys, error, refetch } = usePasskeysQuery();
  if (!passkeys) return <Waiting error={error} onRetry={refetch} />;
  if (passkeys.length === 0) return <Note kind="empty" text={t('passkeys.none')} />;
  return (
    <FactorRows
      icon={Fingerprint}
      factors={passkeys.map(({ passkey, ...details }) => ({ id: passkey, ...details }))}
      onRename={(passkey) => onAction({ kind: 'rename', passkey })}
      onRemove={(passkey) => onAction({ kind: 'remove', passkey })}
    />
  );
}
