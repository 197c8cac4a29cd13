import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { securityApi } from '../../../../kit/entities/security/security-api';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { PasswordField } from '../../../../kit/ui/form/fields/password-field';
import { NewPasswordItems } from '../../../../kit/ui/form/fields/new-password-items';
import { requiredPassword } from '../../../../kit/ui/form/rules';
import { Tabs } from '../../../../kit/ui/controls/tabs';
import {
  PROOF_FIELD_OF,
  PasswordItem,
  SecondFactorItem,
  proofOf,
  secondFactorOf,
  type PasswordProof,
} from '../../../../kit/ui/form/fields/proof-items';
import { Field } from '../../../../kit/ui/form/field';
import { useForm } from '../../../../kit/ui/form/use-form';
import {
  BOUND_CODE_FIELD_OF,
  BoundCodeItem,
  NowhereToSend,
  useBoundChannel,
} from '../../../../kit/bound-code/bound-code';
import { Panel, WithOverview } from './parts/panel';
import { SecureForm } from './parts/secure-form';
import styles from './parts/security.module.css';
import { useDone } from './parts/use-done';
import { serverNow } from '../../../../kit/stream/server-time';

/** The fund password for withdrawals: set once, changed with the old one, or reset by code. */
export function FundPasswordPage() {
  const { t } = useTexts();
  const [selectedTab, setSelectedTab] = useState<'change' | 'reset'>('change');
  return (
    <Panel title={t('security.menu.fund_password')} lead={t('fund.lead')}>
      <WithOverview>
        {(overview) =>
          overview.fundPassword ? (
            <Tabs
              label={t('security.menu.fund_password')}
              tabs={[
                { name: 'change', title: t('fund.change') },
                { name: 'reset', title: t('fund.reset') },
              ]}
              selected={selectedTab}
              onChoose={setSelectedTab}
            >
              <div className={styles.body}>
                <Locked overview={overview} />
                {selectedTab === 'change' ? <ChangeForm overview={overview} /> : <ResetForm overview={overview} />}
              </div>
            </Tabs>
          ) : (
            <div className={styles.body}>
              <SetForm overview={overview} />
            </div>
          )
        }
      </WithOverview>
    </Panel>
  );
}

function Locked({ overview: { fundPasswordLockedUntil } }: Known) {
  const { t } = useTexts();
  if (fundPasswordLockedUntil === null || fundPasswordLockedUntil <= serverNow()) return null;
  return (
    <p className={styles.note} data-kind="warning">
      <TriangleAlert size={16} aria-hidden="true" />
      {t('fund.locked', { time: dateAndTime(fundPasswordLockedUntil) })}
    </p>
  );
}

interface Known {
  overview: SecurityOverview;
}

const FIELD_OF = {
  ...PROOF_FIELD_OF,
  'fund.password.too.weak': 'fundPassword',
  'passwords.must.differ': 'fundPassword',
  'fund.password.wrong': 'oldFundPassword',
  ...BOUND_CODE_FIELD_OF,
};

interface NewFields {
  fundPassword: string;
  repeat: string;
}

function SetForm({ overview }: Known) {
  const { t } = useTexts();
  const confirmAndReturn = useDone();
  const form = useForm<NewFields & PasswordProof>();
  const [set] = securityApi.useSetFundPasswordMutation();
  return (
    <SecureForm
      form={form}
      fieldOf={FIELD_OF}
      submitText={t('fund.set_submit')}
      onSubmit={async ({ fundPassword, password, secondFactor }) => {
        const { error } = await set({ fundPassword, ...proofOf({ password, secondFactor }) });
        if (!error) confirmAndReturn('fund.set_done');
        return error;
      }}
    >
      <NewPasswordItems isOfFunds label={t('fund.new')} repeatLabel={t('fund.repeat')} />
      <PasswordItem />
      <SecondFactorItem isBound={overview.authenticator} hasPasskey={overview.passkeys > 0} />
    </SecureForm>
  );
}

function ChangeForm({ overview }: Known) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const confirmAndReturn = useDone();
  const form = useForm<NewFields & { oldFundPassword: string; secondFactor?: string }>();
  const [change] = securityApi.useChangeFundPasswordMutation();
  return (
    <SecureForm
      form={form}
      fieldOf={FIELD_OF}
      submitText={t('fund.change')}
      onSubmit={async ({ oldFundPassword, fundPassword, secondFactor }) => {
        const { error } = await change({ oldFundPassword, fundPassword, ...secondFactorOf(secondFactor) });
        if (!error) confirmAndReturn('fund.changed');
        return error;
      }}
    >
      <Field name="oldFundPassword" label={t('fund.old')} rules={[requiredPassword(serverText)]}>
        <PasswordField autoComplete="current-password" />
      </Field>
      <NewPasswordItems isOfFunds label={t('fund.new')} repeatLabel={t('fund.repeat')} />
      <SecondFactorItem isBound={overview.authenticator} hasPasskey={overview.passkeys > 0} />
    </SecureForm>
  );
}

function ResetForm({ overview }: Known) {
  const { t } = useTexts();
  const confirmAndReturn = useDone();
  const form = useForm<NewFields & { code: string; secondFactor?: string }>();
  const [reset] = securityApi.useResetFundPasswordMutation();
  const to = useBoundChannel(overview);
  if (to === null) return <NowhereToSend />;
  return (
    <SecureForm
      form={form}
      fieldOf={FIELD_OF}
      submitText={t('fund.reset')}
      onSubmit={async ({ fundPassword, code, secondFactor }) => {
        const request = { channel: to.channel, fundPassword, code: code.trim(), ...secondFactorOf(secondFactor) };
        const { error } = await reset(request);
        if (!error) confirmAndReturn('fund.changed');
        return error;
      }}
    >
      <BoundCodeItem overview={overview} form={form} purpose="fund_password" to={to} />
      <NewPasswordItems isOfFunds label={t('fund.new')} repeatLabel={t('fund.repeat')} />
      <SecondFactorItem isBound={overview.authenticator} hasPasskey={overview.passkeys > 0} />
    </SecureForm>
  );
}
