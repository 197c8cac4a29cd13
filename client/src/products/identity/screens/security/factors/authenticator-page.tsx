import { useState } from 'react';
import type { RecoveryCodes } from '../../../../../../../shared/products/identity/authenticators';
import { useTexts } from '../../../../../kit/i18n/use-texts';
import { BindAuthenticator } from './bind-authenticator';
import { BoundAuthenticator } from './bound-authenticator';
import { OtherFactor, useMustBind } from './other-factor';
import { Panel, WithOverview } from '../parts/panel';
import { RecoveryCodeList } from './recovery-code-list';
import styles from '../parts/security.module.css';
import { useDone, useConfirmation } from '../parts/use-done';

/** Binds authenticators, renews recovery codes and unbinds. New recovery codes are shown first, until the user confirms them. */
export function AuthenticatorPage() {
  const { t } = useTexts();
  const confirmAndReturn = useDone();
  const confirm = useConfirmation();
  const mustBind = useMustBind();
  const [codes, setCodes] = useState<RecoveryCodes['recoveryCodes'] | null>(null);
  const [isAdding, setAdding] = useState(false);
  const handleBound = (recoveryCodes: string[]) => {
    setAdding(false);
    // A further authenticator keeps the existing recovery codes, so none are returned.
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    else confirm('authenticator.added');
  };
  return (
    <Panel title={t('security.menu.authenticator')} lead={t(mustBind ? 'staff_factor.lead' : 'authenticator.lead')}>
      {codes ? (
        <div className={styles.body}>
          <RecoveryCodeList codes={codes} onSaved={() => confirmAndReturn('authenticator.done')} />
        </div>
      ) : (
        <WithOverview>
          {(overview) => {
            if (!overview.authenticator)
              return (
                <>
                  <BindAuthenticator overview={overview} onBound={handleBound} />
                  <OtherFactor factor="passkey" />
                </>
              );
            if (!isAdding)
              return <BoundAuthenticator overview={overview} onAdd={() => setAdding(true)} onCodes={setCodes} />;
            return <BindAuthenticator overview={overview} onBound={handleBound} onBack={() => setAdding(false)} />;
          }}
        </WithOverview>
      )}
    </Panel>
  );
}
