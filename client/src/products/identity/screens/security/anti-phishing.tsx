import { useState } from 'react';
import { ANTI_PHISHING_CODE_LENGTH_MAX } from '../../../../../../shared/products/identity/rules/credentials';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { securityApi } from '../../../../entities/security/security-api';
import { useServerWords } from '../../../../shared/i18n/server-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { required } from '../../../../shared/ui/form/rules';
import { proofOf, type PasswordProof } from '../../../../shared/ui/form/fields/proof-items';
import { Field } from '../../../../shared/ui/form/field';
import { TextField } from '../../../../shared/ui/form/fields/text-field';
import { Section } from './parts/panel';
import { ProvenDialog } from './parts/proven-dialog';
import styles from './parts/security.module.css';
import { useSaid } from './parts/use-done';

/** A word of the user's own in every genuine mail. */
export function AntiPhishing({ overview }: { overview: SecurityOverview }) {
  const { say } = useTexts();
  const [wish, setWish] = useState<'set' | 'remove' | null>(null);
  const { antiPhishingCode } = overview;
  return (
    <Section
      title={say('phishing.title')}
      lead={say('phishing.lead')}
      actions={
        <div className={styles.actions}>
          <button type="button" className={styles.action} onClick={() => setWish('set')}>
            {say(antiPhishingCode === null ? 'security.verb.set' : 'security.verb.change')}
          </button>
          {antiPhishingCode !== null && (
            <button type="button" className={styles.action} onClick={() => setWish('remove')}>
              {say('security.remove')}
            </button>
          )}
        </div>
      }
    >
      <p>
        {antiPhishingCode === null ? (
          <span className={styles.state}>{say('security.off')}</span>
        ) : (
          <span className={styles.state} data-kind="good">
            {antiPhishingCode}
          </span>
        )}
      </p>
      {wish !== null && <AntiPhishingDialog overview={overview} wish={wish} onClose={() => setWish(null)} />}
    </Section>
  );
}

interface Fields extends PasswordProof {
  antiPhishingCode?: string;
}

interface DialogProps {
  overview: SecurityOverview;
  wish: 'set' | 'remove';
  onClose: () => void;
}

function AntiPhishingDialog({ overview, wish, onClose }: DialogProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const said = useSaid();
  const [save] = securityApi.useSetAntiPhishingCodeMutation();
  const submit = async ({ antiPhishingCode, ...proof }: Fields) => {
    const code = wish === 'remove' ? null : (antiPhishingCode?.trim() ?? '');
    const { error } = await save({ antiPhishingCode: code, ...proofOf(proof) });
    if (error) return error;
    said('security.saved');
    onClose();
  };
  return (
    <ProvenDialog<Fields>
      title={say('phishing.title')}
      submitText={say(wish === 'set' ? 'security.save' : 'security.remove')}
      isBound={overview.authenticator}
      hasPasskey={overview.passkeys > 0}
      onSubmit={submit}
      onClose={onClose}
    >
      {wish === 'set' && (
        <Field
          name="antiPhishingCode"
          label={say('phishing.code')}
          extra={say('phishing.hint')}
          rules={[required(words)]}
        >
          <TextField size="large" autoComplete="off" maxLength={ANTI_PHISHING_CODE_LENGTH_MAX} />
        </Field>
      )}
    </ProvenDialog>
  );
}
