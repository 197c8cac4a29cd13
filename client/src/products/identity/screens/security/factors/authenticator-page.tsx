import { useState } from 'react';
import type { RecoveryCodes } from '../../../../../../../shared/products/identity/security';
import { useTexts } from '../../../../../shared/i18n/use-texts';
import { BindAuthenticator } from './bind-authenticator';
import { BoundAuthenticator } from './bound-authenticator';
import { OtherFactor, useMustBind } from './other-factor';
import { Panel, WithOverview } from '../parts/panel';
import { RecoveryCodeList } from './recovery-code-list';
import styles from '../parts/security.module.css';
import { useDone, useSaid } from '../parts/use-done';

/** Binding one or several, recovery codes and unbinding. New recovery codes stand before everything else until they are put away. */
export function AuthenticatorPage() {
  const { say } = useTexts();
  const done = useDone();
  const said = useSaid();
  const mustBind = useMustBind();
  const [codes, setCodes] = useState<RecoveryCodes['recoveryCodes'] | null>(null);
  const [isAdding, setAdding] = useState(false);
  const bound = (recoveryCodes: string[]) => {
    setAdding(false);
    // A further one has the recovery codes that the account has already.
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    else said('authenticator.added');
  };
  return (
    <Panel title={say('security.menu.authenticator')} lead={say(mustBind ? 'staff_factor.lead' : 'authenticator.lead')}>
      {codes ? (
        <div className={styles.body}>
          <RecoveryCodeList codes={codes} onSaved={() => done('authenticator.done')} />
        </div>
      ) : (
        <WithOverview>
          {(overview) => {
            if (!overview.authenticator)
              return (
                <>
                  <BindAuthenticator overview={overview} onBound={bound} />
                  <OtherFactor factor="passkey" />
                </>
              );
            if (!isAdding)
              return <BoundAuthenticator overview={overview} onAdd={() => setAdding(true)} onCodes={setCodes} />;
            return <BindAuthenticator overview={overview} onBound={bound} onBack={() => setAdding(false)} />;
          }}
        </WithOverview>
      )}
    </Panel>
  );
}
